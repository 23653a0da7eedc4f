"""Loaded by Python before a client: connections to hosts of the POS go to the sandbox. The client itself, the names in
its addresses, and the check of the certificate stay as they are."""

import os
import socket

HOSTS = set(os.environ.get("REDIRECT_HOSTS", "").split(","))
PORT = int(os.environ.get("REDIRECT_PORT", "0"))

getaddrinfo = socket.getaddrinfo


def to_sandbox(host, port, *rest, **named):
    if host in HOSTS:
        return getaddrinfo("127.0.0.1", PORT, *rest, **named)
    return getaddrinfo(host, port, *rest, **named)


socket.getaddrinfo = to_sandbox
