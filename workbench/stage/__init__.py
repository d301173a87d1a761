"""The stage of a lesson: one component that steps, asks and answers in the browser, live or in a file."""
