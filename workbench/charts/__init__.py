"""What every chart is made of: its records, its colours, the ends of its axes, packed numbers."""
