"""The material of papers and receipts: a sheet, a symbol of a unit, sentences by their keys, boxes of a form.

Rules, resolvers and files of our own use these words; an answer to a reader is a view (``campaign/views``).
"""
