import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type RequestListener,
  type ServerResponse,
} from "node:http"
import { type InterfaceName, getInterface } from "../http/interfaces"
import { sendRequest } from "../http/send-request"
import { type Cassette, newCassette, writeCassette } from "./cassette"
import { redactBody, redactHeaders, Redaction } from "./redaction"

/** Addresses of the POS: one for all interfaces, or one for each. */
export type Targets = string | Partial<Record<InterfaceName, string>>

/** The target, file and port of a recording. */
export type RecordOptions = {
  targets: Targets
  /** written when the recording ends */
  file?: string
  /** 0 or absent: a free one */
  port?: number
}

/** A running recording. Programs send their calls to `url`. */
export type Recording = {
  url: string
  cassette: Cassette
  /** Ends the recording and writes its file. */
  close(): Promise<void>
}

/** No target serves the requested path. */
class NoTargetError extends Error {
  constructor(path: string) {
    super(`No target serves ${path}; name one with --target ${getInterface(path) ?? "interface"}=https://…`)
    this.name = "NoTargetError"
  }
}

/** What belongs to one connection and not to the call. */
const HOP_BY_HOP = new Set([
  "host",
  "connection",
  "keep-alive",
  "transfer-encoding",
  "content-length",
  "accept-encoding",
  "upgrade",
  "content-encoding",
  "proxy-authenticate",
  "proxy-authorization",
  "te",
  "trailer",
])

/**
 * Starts a recording proxy between a client and a real account. It forwards every call, and stores it without secrets,
 * names, addresses and card numbers. Links to the real account in answers are replaced by links to the proxy.
 */
export async function record({ targets, file, port = 0 }: RecordOptions): Promise<Recording> {
  const cassette = newCassette(new Date())
  const redaction = new Redaction()
  const server: LocalServer = await listenLocally(port, async (request, body, response) => {
    const { pathname, search, searchParams } = new URL(request.url ?? "/", server.url)
    const answer = await sendRequest(`${getTarget(targets, pathname)}${pathname}${search}`, {
      method: request.method ?? "GET",
      // What is stored must be readable, so the POS is asked for an uncompressed answer.
      headers: { ...passedOn(request.headers), "accept-encoding": "identity" },
      body: body.length > 0 ? body : undefined,
    })
    const contentType = String(answer.headers["content-type"] ?? "")
    cassette.interactions.push({
      method: request.method ?? "GET",
      path: redaction.path(pathname),
      query: redaction.query(searchParams),
      credential: request.headers.authorization !== undefined,
      request: {
        headers: redactHeaders(redaction, request.headers),
        body: redactBody(redaction, body, request.headers["content-type"] ?? ""),
      },
      status: answer.status,
      response: {
        headers: redactHeaders(redaction, answer.headers),
        body: redactBody(redaction, answer.body, contentType),
      },
    })
    const toLocalText = (text: string) => leadBack(targets, text, server.url)
    const isText = /json|text/.test(contentType)
    response.writeHead(answer.status, passedOn(answer.headers, toLocalText))
    response.end(isText ? toLocalText(answer.body.toString("utf8")) : answer.body)
  })
  return {
    url: server.url,
    cassette,
    async close() {
      await server.close()
      if (file !== undefined) {
        writeCassette(file, cassette)
      }
    },
  }
}

const getAddresses = (targets: Targets) => (typeof targets === "string" ? [targets] : Object.values(targets))

function getTarget(targets: Targets, path: string): string {
  const name = getInterface(path)
  const target = typeof targets === "string" ? targets : name && targets[name]
  if (!target) {
    throw new NoTargetError(path)
  }
  return target.replace(/\/+$/, "")
}

const leadBack = (targets: Targets, text: string, url: string) =>
  getAddresses(targets).reduce((reported, target) => reported.replaceAll(new URL(target).origin, url), text)

function passedOn(headers: IncomingHttpHeaders | Record<string, unknown>, change = (text: string) => text) {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      typeof value === "string" && !HOP_BY_HOP.has(name) ? [[name, change(value)]] : []
    )
  )
}

type LocalServer = { url: string; close(): Promise<void> }

export type Answering = (request: IncomingMessage, body: Buffer, response: ServerResponse) => Promise<void> | void

/** The port is in use. */
class NotListeningError extends Error {
  constructor(port: number) {
    super(`Nothing could listen on port ${port}`)
    this.name = "NotListeningError"
  }
}

/** A server on this machine that is given each call with its whole body. @param port 0: a free one */
export function listenLocally(port: number, answer: Answering): Promise<LocalServer> {
  return serveLocally(port, (request, response) => {
    const chunks: Buffer[] = []
    request.on("data", (chunk: Buffer) => chunks.push(chunk))
    request.on("end", () => {
      const work = async () => answer(request, Buffer.concat(chunks), response)
      work().catch((error: unknown) => {
        response.writeHead(502, { "content-type": "text/plain; charset=utf-8" })
        response.end(error instanceof Error ? error.message : String(error))
      })
    })
  })
}

/** A server on this machine. @param port 0: a free one */
export async function serveLocally(port: number, listener: RequestListener): Promise<LocalServer> {
  const server = createServer(listener)
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject)
    server.listen(port, "127.0.0.1", resolve)
  })
  const address = server.address()
  if (address === null || typeof address === "string") {
    throw new NotListeningError(port)
  }
  return {
    url: `http://127.0.0.1:${address.port}`,
    close: () => {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}
