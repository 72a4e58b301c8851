"""Read fonts, shape text with HarfBuzz, order it by direction and find where its lines may break.

Must not: know games, templates or pages.
"""
