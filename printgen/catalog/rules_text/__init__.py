"""Read the rules text of a booklet into blocks (headings, steps, tables, figures and so on).

Must not draw a block or resolve the `{expressions}` inside its text.
"""
