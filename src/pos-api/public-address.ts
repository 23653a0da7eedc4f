import { type LookupAddress, lookup as resolve } from "node:dns"
import { BlockList, isIP, type LookupFunction } from "node:net"

/** A host whose address is not one of the public internet: loopback, private, link-local, multicast and the like. */
export class NotPublicAddressError extends Error {
  constructor(host: string) {
    super(`${host} is not an address of the public internet`)
    this.name = "NotPublicAddressError"
  }
}

/** Ranges that are not the public internet (IANA's special-purpose registries). */
const RANGES: [network: string, prefix: number][] = [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 4],
  ["240.0.0.0", 4],
  ["::", 96],
  ["64:ff9b::", 96],
  ["64:ff9b:1::", 48],
  ["100::", 64],
  ["2001::", 23],
  ["2001:db8::", 32],
  ["2002::", 16],
  ["fc00::", 7],
  ["fe80::", 10],
  ["fec0::", 10],
  ["ff00::", 8],
]

const special = new BlockList()
for (const [network, prefix] of RANGES) {
  special.addSubnet(network, prefix, family(network))
}

function family(address: string): "ipv4" | "ipv6" {
  return isIP(address) === 6 ? "ipv6" : "ipv4"
}

/** True for an IP address of the public internet. IPv6 that carries an IPv4 address is judged by that one. */
export function isPublicAddress(address: string): boolean {
  return isIP(address) !== 0 && !special.check(address, family(address))
}

/** True for a URL's host name that is an IP address in a range that is not public; "[::1]" has its brackets. */
export function isSpecialHost(hostname: string): boolean {
  const address = hostname.replace(/^\[|\]$/g, "")
  return isIP(address) !== 0 ? !isPublicAddress(address) : /(^|\.)localhost\.?$/i.test(hostname)
}

/**
 * A `lookup` for sockets that refuses a name when any of its addresses is not public. Since the socket connects to
 * what is resolved here, a name that changes its answer between a check and the connection gains nothing. Node asks no
 * lookup for a literal address: check {@link isSpecialHost} first.
 */
export const publicLookup: LookupFunction = (hostname, options, callback) => {
  resolve(hostname, { ...options, all: true }, (error, addresses: LookupAddress[]) => {
    if (error) {
      callback(error, "", 0)
      return
    }
    const [first] = addresses
    if (!first || addresses.some(({ address }) => !isPublicAddress(address))) {
      callback(new NotPublicAddressError(hostname), "", 0)
      return
    }
    if (options.all) {
      callback(null, addresses)
      return
    }
    callback(null, first.address, first.family)
  })
}
