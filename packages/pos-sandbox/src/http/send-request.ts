import http, { type IncomingHttpHeaders, type IncomingMessage } from "node:http"
import https from "node:https"
import { readLimited } from "../../../../src/images/read-limited"

/** An HTTP method of a call to the sandbox or to a POS. */
export type Method = "GET" | "HEAD" | "POST" | "PUT" | "PATCH" | "DELETE" | "OPTIONS"

/** What is sent: connections come from Node's global agents if no agent is named. */
export type RequestParts = {
  method: string
  headers?: Record<string, string>
  body?: string | Buffer | undefined
  agent?: http.Agent | undefined
  signal?: AbortSignal | undefined
}

/** A complete answer with any status. */
export type ReceivedAnswer = { status: number; headers: IncomingHttpHeaders; body: Buffer }

/** An answer is longer than its reader allows. */
class AnswerTooLongError extends Error {
  constructor(url: string, maxBytes: number) {
    super(`${url} answered more than ${maxBytes} bytes`)
    this.name = "AnswerTooLongError"
  }
}

/** Sends a request, without proxy. @returns the answer when its headers are received; a redirect is not followed */
export function openRequest(url: string, { body, headers, ...parts }: RequestParts): Promise<IncomingMessage> {
  const send = url.startsWith("https:") ? https.request : http.request
  const content = body === undefined ? undefined : Buffer.from(body)
  const length = content ? { "content-length": String(content.length) } : {}
  return new Promise((resolve, reject) => {
    send(url, { ...parts, headers: { ...headers, ...length } }, resolve)
      .on("error", reject)
      .end(content)
  })
}

/** Sends a request and reads the whole answer. @throws AnswerTooLongError, and what the connection fails with */
export async function sendRequest(
  url: string,
  { maxBytes = Infinity, ...parts }: RequestParts & { maxBytes?: number }
): Promise<ReceivedAnswer> {
  const response = await openRequest(url, parts)
  const body = await readLimited(response, maxBytes, () => new AnswerTooLongError(url, maxBytes))
  return { status: response.statusCode ?? 0, headers: response.headers, body }
}
