"""What a link carries: rules, values, and experiments to start from."""
