"""Fluent catalogs: turning language-free ``Text`` into words."""
