"""Commands that measure one core or many, and how a sweep shows that it goes on."""
