"""Results as documents, tables and text."""
