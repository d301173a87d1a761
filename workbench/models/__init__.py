"""What is computed: settings, a boosted model, a single tree, predictions over the rounds."""
