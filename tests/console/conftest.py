from harness.console import console, filled_store, owned_store  # noqa: F401
