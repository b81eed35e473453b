"""Certificates for tests that speak TLS."""

import subprocess

from harness import processes

ELLIPTIC = ("ec", "-pkeyopt", "ec_paramgen_curve:prime256v1")


def make_certificate(folder, name, kind=ELLIPTIC):
    """A certificate for localhost that vouches for itself, and its key."""
    certificate, key = folder / f"{name}.pem", folder / f"{name}.key"
    subprocess.run(["openssl", "req", "-x509", "-newkey", *kind, "-nodes",
                    "-subj", f"/CN={name}", "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1", "-days", "2",
                    "-keyout", key, "-out", certificate], check=True, capture_output=True, timeout=60)
    processes.give_to_program(certificate)
    processes.give_to_program(key)
    return certificate, key
