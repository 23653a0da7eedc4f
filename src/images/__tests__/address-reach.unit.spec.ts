import { classifyAddress } from "../guarded-fetch"

const EXPECTED = {
  public: [
    "1.1.1.1",
    "8.8.8.8",
    "100.63.255.255",
    "100.128.0.1",
    "172.15.0.1",
    "172.32.0.1",
    "192.167.1.1",
    "223.1.1.1",
  ],
  publicIpv6: ["2606:4700::1111", "2a00:1450:4001::200e", "2001:4860:4860::8888", "64:ff9b::8.8.8.8"],
  own: [
    "10.0.0.1",
    "10.255.255.255",
    "100.64.0.1",
    "127.0.0.1",
    "127.255.0.1",
    "172.16.0.1",
    "172.31.9.9",
    "192.168.1.1",
  ],
  ownIpv6: ["::1", "fc00::1", "fd12:3456::1"],
  zeroAndReserved: ["0.0.0.0", "0.1.2.3", "240.0.0.1", "255.255.255.255", "192.0.0.1", "198.18.0.1", "198.19.255.255"],
  metadata: ["169.254.169.254", "169.254.170.2", "100.100.100.200", "168.63.129.16", "192.0.0.192"],
  metadataIpv6: ["fd00:ec2::254", "fd20:ce::254"],
  documentation: ["192.0.2.1", "198.51.100.7", "203.0.113.9", "2001:db8::1", "3fff::1"],
  multicast: ["224.0.0.1", "239.255.255.250", "ff02::1", "ff0e::1"],
  linkLocal: ["fe80::1", "fe80::1%eth0", "febf::1", "fec0::1"],
  mapped: [
    "::ffff:127.0.0.1",
    "::ffff:10.0.0.1",
    "::ffff:a9fe:a9fe",
    "::ffff:8.8.8.8",
    "::127.0.0.1",
    "::ffff:0:10.0.0.1",
  ],
  behindNat64: ["64:ff9b::127.0.0.1", "64:ff9b::10.1.2.3", "64:ff9b::169.254.169.254", "64:ff9b::c0a8:101"],
  localNat64: ["64:ff9b:1::8.8.8.8", "64:ff9b:0:1::8.8.8.8"],
  tunnels: ["2002:7f00:1::", "2001:0:7f00:1::1", "192.88.99.1"],
  unspecifiedAndUnassigned: ["::", "100::1", "4000::1", "5f00::1", "8000::1"],
  noAddress: ["", "localhost", "127.1", "0x7f.0.0.1", "[::1]", "10.0.0.1/8"],
}

describe("where an address leads", () => {
  const reachOfGroup = (group: string) =>
    group.startsWith("public") ? "public" : group.startsWith("own") ? "own" : "never"
  const table = Object.entries(EXPECTED).flatMap(([group, addresses]) =>
    addresses.map((address) => ({ group, address, reach: reachOfGroup(group) }))
  )

  it.each(table)("$group: $address is $reach", ({ address, reach }) => {
    expect(classifyAddress(address)).toBe(reach)
  })
})
