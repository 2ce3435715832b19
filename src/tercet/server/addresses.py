"""Where others find this server: the machine's own addresses in its networks."""

from ipaddress import ip_address

import ifaddr

EVERYWHERE = ("0.0.0.0", "::")


def own_addresses(host: str, port: int) -> list[str]:
    """The addresses for other devices, likely ones first; none if only this machine is listened to.

    >>> own_addresses("127.0.0.1", 8000)
    []
    >>> own_addresses("192.168.178.20", 8000)
    ['http://192.168.178.20:8000']
    """
    if host not in EVERYWHERE:
        return [] if is_here_only(host) else [f"http://{host}:{port}"]
    found = [each.ip for adapter in ifaddr.get_adapters() for each in adapter.ips if isinstance(each.ip, str)]
    return [f"http://{ip}:{port}" for ip in sorted(found, key=unlikely) if not is_here_only(ip)]


def is_here_only(host: str) -> bool:
    """Whether other devices cannot use this address."""
    if host == "localhost":
        return True
    try:
        ip = ip_address(host)
    except ValueError:
        return False
    return ip.is_loopback or ip.is_link_local


def unlikely(ip: str) -> bool:
    """Home networks mostly have 192.168...; the others may belong to virtual machines and containers."""
    return not ip.startswith("192.168.")
