"""The board: where cells lie (``grid``), and what there is to draw of it (``scene``)."""
