"""Where tables are kept between two presses, and over a crash."""
