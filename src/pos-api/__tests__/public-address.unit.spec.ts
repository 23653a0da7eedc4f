import http from "node:http"
import { isPublicAddress, isSpecialHost, publicLookup } from "../public-address"

describe("public addresses", () => {
  it.each(["93.184.216.34", "8.8.8.8", "172.32.0.1", "100.128.0.1", "2606:2800:220:1:248:1893:25c8:1946"])(
    "%s is public",
    (address) => expect(isPublicAddress(address)).toBe(true)
  )

  it.each([
    ["127.0.0.1", "0.0.0.0", "10.1.2.3", "172.16.0.1", "172.31.255.255", "192.168.1.1", "169.254.169.254"],
    ["100.64.0.1", "224.0.0.1", "255.255.255.255", "198.18.0.1", "192.0.2.1"],
    ["::", "::1", "fe80::1", "fc00::1", "fd12::1", "ff02::1", "::ffff:127.0.0.1", "::ffff:10.0.0.1", "::127.0.0.1"],
    ["64:ff9b::7f00:1", "2002:7f00:1::", "2001:db8::1", "not an address", ""],
  ])("%s and its like are not", (...addresses) => {
    expect(addresses.filter(isPublicAddress)).toEqual([])
  })

  it("judges hosts of URLs as the URL parser writes them", () => {
    const hostOf = (url: string) => new URL(url).hostname
    const special = ["http://2130706433/", "http://0x7f.1/", "http://[::1]/", "http://localhost./", "http://a.localhost/"]
    expect(special.map(hostOf).filter((host) => !isSpecialHost(host))).toEqual([])
    expect(isSpecialHost(hostOf("https://shop.example.com/"))).toBe(false)
  })

  it("refuses a name that leads inside, whatever the socket asks for", async () => {
    for (const all of [true, false]) {
      const refused = new Promise((resolve) => publicLookup("localhost", { all }, (error) => resolve(error?.name)))
      expect(await refused).toBe("NotPublicAddressError")
    }
    const request = http.get({ host: "localhost", port: 9, lookup: publicLookup })
    expect(await new Promise((resolve) => request.once("error", ({ name }) => resolve(name)))).toBe(
      "NotPublicAddressError"
    )
  })
})
