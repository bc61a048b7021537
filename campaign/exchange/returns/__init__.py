"""A return as people write it: a small file, words at the prompt or in a text, the boxes of its PDF form."""
