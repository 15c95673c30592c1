"""The board: where its cells are (``grid``), and how it is drawn (``scene``)."""
