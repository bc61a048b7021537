"""The pages of the desk, a module for each page or family of pages."""
