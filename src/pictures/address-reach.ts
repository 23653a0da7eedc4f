import { BlockList, isIP } from "node:net"

/**
 * Where an IP address leads: to the public internet, into a network of one's own (loopback, private, shared), or to
 * where no picture is: metadata services, link-local, multicast, reserved and documentation ranges, tunnels.
 */
export type Reach = "public" | "own" | "never"

const OWN_IPV4 = ["10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16"]
const OWN_IPV6 = ["::1/128", "fc00::/7"]

const NEVER_IPV4 = [
  "0.0.0.0/8",
  // Metadata services of clouds that are not link-local: one is public, the other in the shared range.
  "100.100.100.200/32",
  "168.63.129.16/32",
  "169.254.0.0/16",
  "192.0.0.0/24",
  "192.0.2.0/24",
  "192.88.99.0/24",
  "198.18.0.0/15",
  "198.51.100.0/24",
  "203.0.113.0/24",
  "224.0.0.0/4",
  "240.0.0.0/4",
]
/** Inside {@link PUBLIC_IPV6} or {@link OWN_IPV6}; what is in neither is refused anyway, IPv4-mapped ones included. */
const NEVER_IPV6 = [
  "2001::/23",
  "2001:db8::/32",
  "2002::/16",
  "3fff::/20",
  // Metadata services in the unique-local range.
  "fd00:ec2::254/128",
  "fd20:ce::254/128",
]

/** Where a network with IPv6 only reaches IPv4 (RFC 6052). It is as public as the IPv4 address at its end. */
const NAT64 = { prefix: "64:ff9b::", bits: 96 }
const PUBLIC_IPV6 = ["2000::/3", `${NAT64.prefix}/${NAT64.bits}`]

// A list of one family each: a mixed one compares IPv4-mapped addresses in ways that differ between Node's versions.
const ipv4 = { own: subnets("ipv4", OWN_IPV4), never: subnets("ipv4", NEVER_IPV4) }
const ipv6 = {
  public: subnets("ipv6", PUBLIC_IPV6),
  own: subnets("ipv6", OWN_IPV6),
  never: subnets("ipv6", [...NEVER_IPV6, ...[...OWN_IPV4, ...NEVER_IPV4].map(behindNat64)]),
}

/** @param address an IPv4 or IPv6 address without brackets; anything else is `never` */
export function reachOf(address: string): Reach {
  const family = isIP(address)
  // A zone ("%eth0") only belongs to link-local addresses.
  if (family === 0 || address.includes("%")) {
    return "never"
  }
  if (family === 4) {
    return ipv4.never.check(address) ? "never" : ipv4.own.check(address) ? "own" : "public"
  }
  if (ipv6.never.check(address, "ipv6")) {
    return "never"
  }
  return ipv6.own.check(address, "ipv6") ? "own" : ipv6.public.check(address, "ipv6") ? "public" : "never"
}

function subnets(family: "ipv4" | "ipv6", ranges: string[]): BlockList {
  const list = new BlockList()
  for (const range of ranges) {
    const [network = "", bits = ""] = range.split("/")
    list.addSubnet(network, Number(bits), family)
  }
  return list
}

function behindNat64(range: string): string {
  const [network = "", bits = ""] = range.split("/")
  return `${NAT64.prefix}${network}/${NAT64.bits + Number(bits)}`
}
