import { lookup as systemLookup } from "node:dns"
import http, { type IncomingMessage } from "node:http"
import https from "node:https"
import { isIP, type LookupFunction } from "node:net"
import { reachOf } from "./address-reach"
import { guardLookup } from "./guarded-lookup"
import {
  PictureAddressRefusedError,
  PictureError,
  PictureTooLargeError,
  PictureUnavailableError,
} from "./picture-errors"
import { shownUrl } from "./shown-url"

export type FetchOptions = {
  /**
   * Lets the URL's own origin stand in a network of the shop's own (loopback, private, shared). Metadata services and
   * link-local addresses stay refused, and so does a redirect from there to another origin that is not public.
   */
  allowPrivate?: boolean
  /** the most bytes that are read */
  maxBytes: number
  /** milliseconds for the whole call, redirects and body included */
  timeoutMs: number
  /** resolves names; the system's own when absent */
  lookup?: LookupFunction
}

export type FetchedPicture = {
  bytes: Buffer
  /** as the host names it, which may be wrong */
  contentType: string | null
}

const MAX_REDIRECTS = 3
const HEADERS = { accept: "image/*", "accept-encoding": "identity", "user-agent": "medusa-plugin-pos" }

/**
 * Downloads what an http or https URL names that a stranger may have written. It reaches public addresses only, follows
 * at most 3 redirects, each checked again, and heeds no proxy, which would resolve names unchecked.
 * @throws PictureAddressRefusedError, PictureTooLargeError, PictureUnavailableError (no answer, not 2xx, out of time)
 */
export async function fetchPublic(url: string, options: FetchOptions): Promise<FetchedPicture> {
  const signal = AbortSignal.timeout(options.timeoutMs)
  let shown = shownUrl(url)
  try {
    const start = fetchable(url, shown)
    let target = start
    for (let redirects = 0; ; redirects++) {
      const allowPrivate = options.allowPrivate === true && target.origin === start.origin
      const response = await open(target, shown, signal, { ...options, allowPrivate })
      const location = redirectOf(response)
      if (location === null) {
        return await read(response, shown, options.maxBytes)
      }
      response.destroy()
      if (redirects === MAX_REDIRECTS) {
        throw new PictureUnavailableError(shown, `it redirects more than ${MAX_REDIRECTS} times`, false)
      }
      const next = URL.canParse(location, target.href) ? new URL(location, target).href : location
      shown = `${shownUrl(url)} (redirected to ${shownUrl(next)})`
      target = fetchable(next, shown)
    }
  } catch (error) {
    if (error instanceof PictureError) {
      throw error
    }
    const reason = signal.aborted ? `it took longer than ${options.timeoutMs / 1_000} s` : reasonOf(error)
    throw new PictureUnavailableError(shown, reason, true, { cause: error })
  }
}

function fetchable(url: string, shown: string): URL {
  if (!URL.canParse(url)) {
    throw new PictureAddressRefusedError(shown, "it is not an address")
  }
  const target = new URL(url)
  if (target.protocol !== "http:" && target.protocol !== "https:") {
    throw new PictureAddressRefusedError(shown, `"${target.protocol}" is neither http nor https`)
  }
  if (target.username !== "" || target.password !== "") {
    throw new PictureAddressRefusedError(shown, "its address carries a user name or password")
  }
  return target
}

async function open(target: URL, shown: string, signal: AbortSignal, options: FetchOptions): Promise<IncomingMessage> {
  const refuse = () => new PictureAddressRefusedError(shown, "its host is not on the public internet")
  const mayReach = (address: string) => {
    const reach = reachOf(address)
    return reach === "public" || (reach === "own" && options.allowPrivate === true)
  }
  const host = target.hostname.replace(/^\[|\]$/g, "")
  // Sockets connect to a literal address without asking their lookup.
  if (isIP(host) !== 0 && !mayReach(host)) {
    throw refuse()
  }
  const lookup = guardLookup(options.lookup ?? systemLookup, mayReach, refuse)
  const get = target.protocol === "https:" ? https.get : http.get
  // The global agents may hold sockets, or a proxy, that were never checked.
  return new Promise((resolve, reject) => {
    get(target, { agent: false, lookup, signal, headers: HEADERS }, resolve).on("error", reject)
  })
}

function redirectOf(response: IncomingMessage): string | null {
  const redirects = [301, 302, 303, 307, 308].includes(response.statusCode ?? 0)
  return redirects ? (response.headers.location ?? null) : null
}

async function read(response: IncomingMessage, shown: string, maxBytes: number): Promise<FetchedPicture> {
  const status = response.statusCode ?? 0
  if (status < 200 || status > 299) {
    response.destroy()
    const retryable = status >= 500 || status === 408 || status === 429
    throw new PictureUnavailableError(shown, `its host answered ${status}`, retryable)
  }
  const body: AsyncIterable<Buffer> = response
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of body) {
    size += chunk.length
    if (size > maxBytes) {
      throw new PictureTooLargeError(shown, maxBytes)
    }
    chunks.push(chunk)
  }
  return { bytes: Buffer.concat(chunks, size), contentType: response.headers["content-type"] ?? null }
}

/** A code such as ENOTFOUND says enough; a message may hold the inside's addresses. */
function reasonOf(error: unknown): string {
  const code = typeof error === "object" && error !== null && "code" in error ? error.code : null
  return typeof code === "string" ? `its host did not answer (${code})` : "its host did not answer as http asks"
}
