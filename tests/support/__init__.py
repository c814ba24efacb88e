"""What several tests share: small graphs, exhaustive searches, a translation to SMT."""
