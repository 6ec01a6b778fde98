"""What every test here relies on."""

import signal


def pytest_configure(config):
    """Ctrl-C raises, also where the tests were started in the background of a shell, which has it ignored."""
    signal.signal(signal.SIGINT, signal.default_int_handler)
