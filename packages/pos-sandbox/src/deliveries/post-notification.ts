import { lookup } from "node:dns"
import http from "node:http"
import https from "node:https"
import { isIP } from "node:net"
import { guardLookup, classifyAddress } from "../../../../src/images/guarded-fetch"
import { sendRequest } from "../http/send-request"

/** A destination must answer within this time (spec "Events"). */
const ANSWER_TIMEOUT_MS = 10_000

const MAX_ANSWER_BYTES = 1_048_576

/** What is under way at once; the rest waits in line. More would only lengthen each turn of the receiver. */
export const MAX_CONCURRENT_POSTS = 16

/**
 * How long a connection rests before it is closed. The receiver closes it, too (Node after five seconds), and what is
 * posted in that moment gets no answer.
 */
const REST_MS = 2_000

const connections = { keepAlive: true, maxSockets: MAX_CONCURRENT_POSTS, timeout: REST_MS }

const isPublic = (address: string) => classifyAddress(address) === "public"

const publicLookup = guardLookup(lookup, isPublic, () => new Error("The destination is not on the public internet"))

const publicAgents = {
  httpAgent: new http.Agent({ ...connections, lookup: publicLookup }),
  httpsAgent: new https.Agent({ ...connections, lookup: publicLookup }),
}

const anyAgents = { httpAgent: new http.Agent(connections), httpsAgent: new https.Agent(connections) }

/** True for what a destination may be: public HTTPS; with `allowLoopback` also plain HTTP on this machine. */
export function isAllowedDestination(destination: string, allowLoopback: boolean): boolean {
  if (!URL.canParse(destination)) {
    return false
  }
  const { protocol, hostname } = new URL(destination)
  const isHere = ["localhost", "127.0.0.1", "[::1]"].includes(hostname)
  if (allowLoopback && isHere) {
    return protocol === "https:" || protocol === "http:"
  }
  const address = hostname.replace(/^\[|\]$/g, "")
  return protocol === "https:" && !isHere && (isIP(address) === 0 || isPublic(address))
}

/** Sends one notification. @returns the answer's status, or null when there was no valid answer in time */
export async function postNotification(
  destination: string,
  body: string,
  headers: Record<string, string>,
  allowLoopback: boolean
): Promise<number | null> {
  const { httpAgent, httpsAgent } = allowLoopback ? anyAgents : publicAgents
  return (
    sendRequest(destination, {
      method: "POST",
      body,
      agent: destination.startsWith("https:") ? httpsAgent : httpAgent,
      signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS),
      maxBytes: MAX_ANSWER_BYTES,
      headers: { "content-type": "application/json", ...headers },
    })
      .then(({ status }) => status)
      // No answer is an outcome of its own: the attempt is listed without a status and retried.
      .catch(() => null)
  )
}
