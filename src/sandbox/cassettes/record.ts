import type { IncomingHttpHeaders } from "node:http"
import axios from "axios"
import { type InterfaceName, interfaceOf } from "../http/interfaces"
import { type Cassette, newCassette, writeCassette } from "./cassette"
import { listenLocally, type LocalServer } from "./local-server"
import { redactBody, redactHeaders } from "./redact-message"
import { Redaction } from "./redaction"

/** Where the service is: one address, or one for each interface. */
export type Targets = string | Partial<Record<InterfaceName, string>>

export type RecordOptions = {
  targets: Targets
  /** written when the recording ends */
  file?: string
  /** 0 or absent: a free one */
  port?: number
}

export type Recording = { url: string; cassette: Cassette; close(): Promise<void> }

/** No target was named for what was asked. */
class NoTargetError extends Error {
  constructor(path: string) {
    super(`No target serves ${path}; name one with --target ${interfaceOf(path) ?? "interface"}=https://…`)
    this.name = "NoTargetError"
  }
}

/** What belongs to one connection and not to the call. */
const HOP_BY_HOP = new Set([
  ...["host", "connection", "keep-alive", "transfer-encoding", "content-length", "accept-encoding", "upgrade"],
  ...["content-encoding", "proxy-authenticate", "proxy-authorization", "te", "trailer"],
])

/**
 * Stands between a client and a real account, passes every call on, and keeps it without secrets, names, addresses and
 * numbers of cards. Links to the real account in its answers lead back here.
 */
export async function record({ targets, file, port = 0 }: RecordOptions): Promise<Recording> {
  const cassette = newCassette(new Date())
  const redaction = new Redaction()
  const server: LocalServer = await listenLocally(port, async (request, body, response) => {
    const { pathname, search, searchParams } = new URL(request.url ?? "/", server.url)
    const answer = await axios.request<ArrayBuffer>({
      method: request.method ?? "GET",
      url: `${targetOf(targets, pathname)}${pathname}${search}`,
      headers: passedOn(request.headers),
      ...(body.length > 0 ? { data: body } : {}),
      responseType: "arraybuffer",
      maxRedirects: 0,
      maxBodyLength: Infinity,
      proxy: false,
      validateStatus: () => true,
    })
    const answered = Buffer.from(answer.data)
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
        body: redactBody(redaction, answered, contentType),
      },
    })
    const here = (text: string) => leadBack(targets, text, server.url)
    const isText = /json|text/.test(contentType)
    response.writeHead(answer.status, passedOn(answer.headers, here))
    response.end(isText ? here(answered.toString("utf8")) : answered)
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

const addressesOf = (targets: Targets) => (typeof targets === "string" ? [targets] : Object.values(targets))

function targetOf(targets: Targets, path: string): string {
  const name = interfaceOf(path)
  const target = typeof targets === "string" ? targets : name && targets[name]
  if (!target) {
    throw new NoTargetError(path)
  }
  return target.replace(/\/+$/, "")
}

const leadBack = (targets: Targets, text: string, url: string) =>
  addressesOf(targets).reduce((told, target) => told.replaceAll(new URL(target).origin, url), text)

function passedOn(headers: IncomingHttpHeaders | Record<string, unknown>, change = (text: string) => text) {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      typeof value === "string" && !HOP_BY_HOP.has(name) ? [[name, change(value)]] : []
    )
  )
}
