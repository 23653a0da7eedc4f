import { lookup as systemLookup } from "node:dns"
import http, { type IncomingMessage } from "node:http"
import https from "node:https"
import { BlockList, isIP, type LookupFunction } from "node:net"
import { ImageAddressRefusedError, ImageError, ImageTooLargeError, ImageUnavailableError } from "./image-errors"
import { readLimited } from "./read-limited"

export type FetchOptions = {
  /**
   * lets the URL's own origin be in a network of the store's own (loopback, private, shared). Metadata services and
   * link-local addresses stay rejected, and so does a redirect from there to another origin that is not public
   */
  allowPrivate?: boolean
  /** maximum number of bytes to read */
  maxBytes: number
  /** timeout in milliseconds for the whole call, redirects and body included */
  timeoutMs: number
  /** resolves host names; by default with the system's resolver */
  lookup?: LookupFunction
}

export type FetchedImage = {
  bytes: Buffer
  /** as the host states it, which may be wrong */
  contentType: string | null
}

const MAX_REDIRECTS = 3
const HEADERS = { accept: "image/*", "accept-encoding": "identity", "user-agent": "medusa-plugin-pos" }

/**
 * Downloads an http or https URL that may come from an untrusted source. It connects to public addresses only and
 * follows at most 3 redirects, each of which is checked. It uses no proxy, because a proxy would resolve names
 * unchecked.
 * @throws ImageAddressRefusedError, ImageTooLargeError, ImageUnavailableError (no answer, not 2xx, timeout)
 */
export async function fetchPublic(url: string, options: FetchOptions): Promise<FetchedImage> {
  const signal = AbortSignal.timeout(options.timeoutMs)
  let shown = shownUrl(url)
  try {
    const start = fetchable(url, shown)
    let target = start
    for (let redirects = 0; ; redirects++) {
      const allowPrivate = options.allowPrivate === true && target.origin === start.origin
      const response = await open(target, shown, signal, { ...options, allowPrivate })
      const location = getRedirect(response)
      if (location === null) {
        return await read(response, shown, options.maxBytes)
      }
      response.destroy()
      if (redirects === MAX_REDIRECTS) {
        throw new ImageUnavailableError(shown, `it redirects more than ${MAX_REDIRECTS} times`, false)
      }
      const next = URL.canParse(location, target.href) ? new URL(location, target).href : location
      shown = `${shownUrl(url)} (redirected to ${shownUrl(next)})`
      target = fetchable(next, shown)
    }
  } catch (error) {
    if (error instanceof ImageError) {
      throw error
    }
    const reason = signal.aborted ? `it took longer than ${options.timeoutMs / 1_000} s` : getReason(error)
    throw new ImageUnavailableError(shown, reason, true, { cause: error })
  }
}

function fetchable(url: string, shown: string): URL {
  if (!URL.canParse(url)) {
    throw new ImageAddressRefusedError(shown, "it is not an address")
  }
  const target = new URL(url)
  if (target.protocol !== "http:" && target.protocol !== "https:") {
    throw new ImageAddressRefusedError(shown, `"${target.protocol}" is neither http nor https`)
  }
  if (target.username !== "" || target.password !== "") {
    throw new ImageAddressRefusedError(shown, "its address carries a user name or password")
  }
  return target
}

async function open(target: URL, shown: string, signal: AbortSignal, options: FetchOptions): Promise<IncomingMessage> {
  const refuse = () => new ImageAddressRefusedError(shown, "its host is not on the public internet")
  const mayReach = (address: string) => {
    const reach = classifyAddress(address)
    return reach === "public" || (reach === "own" && options.allowPrivate === true)
  }
  const host = target.hostname.replace(/^\[|\]$/g, "")
  // Sockets connect to a literal address without calling their lookup function.
  if (isIP(host) !== 0 && !mayReach(host)) {
    throw refuse()
  }
  const lookup = guardLookup(options.lookup ?? systemLookup, mayReach, refuse)
  const get = target.protocol === "https:" ? https.get : http.get
  // The global agents may have open sockets, or a proxy, that were never checked.
  return new Promise((resolve, reject) => {
    get(target, { agent: false, lookup, signal, headers: HEADERS }, resolve).on("error", reject)
  })
}

function getRedirect(response: IncomingMessage): string | null {
  const redirects = [301, 302, 303, 307, 308].includes(response.statusCode ?? 0)
  return redirects ? (response.headers.location ?? null) : null
}

async function read(response: IncomingMessage, shown: string, maxBytes: number): Promise<FetchedImage> {
  const status = response.statusCode ?? 0
  if (status < 200 || status > 299) {
    response.destroy()
    const retryable = status >= 500 || status === 408 || status === 429
    throw new ImageUnavailableError(shown, `its host answered ${status}`, retryable)
  }
  const bytes = await readLimited(response, maxBytes, () => new ImageTooLargeError(shown, maxBytes))
  return { bytes, contentType: response.headers["content-type"] ?? null }
}

/** Returns the error code only, such as ENOTFOUND. The message may contain addresses of the internal network. */
function getReason(error: unknown): string {
  const code = typeof error === "object" && error !== null && "code" in error ? error.code : null
  return typeof code === "string" ? `its host did not answer (${code})` : "its host did not answer as http asks"
}

/**
 * Wraps a resolver of host names so that it fails unless every address of a name may be reached. The socket connects to
 * the checked address, so a name that resolves differently later (DNS rebinding) has no effect.
 * @param refuse creates the error with which the connection fails
 */
export function guardLookup(
  lookup: LookupFunction,
  mayReach: (address: string) => boolean,
  refuse: () => Error
): LookupFunction {
  return (hostname, options, callback) =>
    lookup(hostname, { ...options, all: true }, (error, answer, family) => {
      if (error) {
        return callback(error, answer, family)
      }
      const addresses = typeof answer === "string" ? [{ address: answer, family: family ?? 0 }] : answer
      const [first] = addresses
      if (!first || !addresses.every(({ address }) => mayReach(address))) {
        return callback(refuse(), "", 0)
      }
      return options.all ? callback(null, addresses) : callback(null, first.address, first.family)
    })
}

/**
 * Kind of network that an IP address belongs to. `public`: the public internet. `own`: a network of the store's own
 * (loopback, private, shared). `never`: ranges that host no images, such as metadata services, link-local, multicast,
 * reserved and documentation ranges, and tunnels.
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
/**
 * Ranges inside {@link PUBLIC_IPV6} or {@link OWN_IPV6} that are rejected. Addresses in neither are always rejected,
 * IPv4-mapped ones included.
 */
const NEVER_IPV6 = [
  "2001::/23",
  "2001:db8::/32",
  "2002::/16",
  "3fff::/20",
  // Metadata services in the unique-local range.
  "fd00:ec2::254/128",
  "fd20:ce::254/128",
]

/**
 * Prefix through which an IPv6-only network reaches IPv4 (RFC 6052). Such an address is as public as the IPv4 address
 * in it.
 */
const NAT64 = { prefix: "64:ff9b::", bits: 96 }
const PUBLIC_IPV6 = ["2000::/3", `${NAT64.prefix}/${NAT64.bits}`]

// A list for each family: a mixed one compares IPv4-mapped addresses in ways that differ between Node versions.
const ipv4 = { own: subnets("ipv4", OWN_IPV4), never: subnets("ipv4", NEVER_IPV4) }
const ipv6 = {
  public: subnets("ipv6", PUBLIC_IPV6),
  own: subnets("ipv6", OWN_IPV6),
  never: subnets("ipv6", [...NEVER_IPV6, ...[...OWN_IPV4, ...NEVER_IPV4].map(behindNat64)]),
}

/** Classifies an IP address. @param address an IPv4 or IPv6 address without brackets; anything else is `never` */
export function classifyAddress(address: string): Reach {
  const family = isIP(address)
  // Only link-local addresses have a zone ("%eth0").
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

const MAX_SHOWN = 200

/**
 * Returns a URL for messages and logs, without query, fragment, user name and password, which may be secrets. It is
 * truncated at 200 characters.
 */
export function shownUrl(url: string): string {
  if (!URL.canParse(url)) {
    // In text that cannot be parsed, a password cannot be removed reliably.
    return url.includes("@") ? "(an address that cannot be read)" : cut(url.split(/[?#]/, 1).join(""))
  }
  const shown = new URL(url)
  shown.username = ""
  shown.password = ""
  shown.search = ""
  shown.hash = ""
  return cut(shown.href)
}

function cut(text: string): string {
  return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text
}
