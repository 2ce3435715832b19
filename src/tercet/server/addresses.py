"""The URLs at which other devices reach this server, and whether a client is in the same network."""

from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network

import ifaddr

ALL_INTERFACES = ("0.0.0.0", "::")


def own_addresses(host: str, port: int, scheme: str = "http") -> list[str]:
    """Return the URLs for other devices, the likeliest first; none if the server listens to this machine only.

    >>> own_addresses("127.0.0.1", 8000)
    []
    >>> own_addresses("192.168.178.20", 8000)
    ['http://192.168.178.20:8000']
    """
    if host not in ALL_INTERFACES:
        return [] if is_local_only(host) else [url_of(scheme, host, port)]
    found = [each.ip for adapter in ifaddr.get_adapters() for each in adapter.ips if isinstance(each.ip, str)]
    return [url_of(scheme, ip, port) for ip in sorted(found, key=is_likely_virtual) if not is_local_only(ip)]


def url_of(scheme: str, host: str, port: int) -> str:
    """Return the URL of a server.

    >>> url_of("https", "::1", 8000)
    'https://[::1]:8000'
    """
    return f"{scheme}://[{host}]:{port}" if ":" in host else f"{scheme}://{host}:{port}"


def is_local_only(host: str) -> bool:
    """Return whether only this machine can use the address."""
    if host == "localhost":
        return True
    try:
        ip = ip_address(host)
    except ValueError:
        return False
    return ip.is_loopback or ip.is_link_local


def is_likely_virtual(ip: str) -> bool:
    """Return whether an address may belong to a virtual machine or a container: home networks mostly use 192.168."""
    return not ip.startswith("192.168.")


def is_this_machine(address: str) -> bool:
    """Return whether a client's or a host's address is a loopback address.

    >>> is_this_machine("127.0.0.1"), is_this_machine("::ffff:127.0.0.1"), is_this_machine("192.168.178.20")
    (True, True, False)
    """
    if address == "localhost":
        return True
    ip = parsed(address)
    return ip is not None and ip.is_loopback


def is_in_own_network(address: str) -> bool:
    """Return whether a client's address is this machine's or in a network that this machine is directly connected to.

    >>> is_in_own_network("127.0.0.1"), is_in_own_network("8.8.8.8"), is_in_own_network("somebody")
    (True, False, False)
    """
    ip = parsed(address)
    return ip is not None and (ip.is_loopback or any(ip in network for network in own_networks()))


def own_networks() -> list[IPv4Network | IPv6Network]:
    """Return the networks of the machine's interfaces."""
    return [
        ip_network(f"{each.ip if isinstance(each.ip, str) else each.ip[0]}/{each.network_prefix}", strict=False)
        for adapter in ifaddr.get_adapters()
        for each in adapter.ips
    ]


def parsed(address: str) -> IPv4Address | IPv6Address | None:
    """Return an address without its zone, an IPv4 address also if it is mapped to IPv6; None if it is no address."""
    try:
        ip = ip_address(address.partition("%")[0])
    except ValueError:
        return None
    return ip.ipv4_mapped or ip if isinstance(ip, IPv6Address) else ip
