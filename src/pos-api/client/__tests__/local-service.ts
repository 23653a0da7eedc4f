import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http"
import { buffer } from "node:stream/consumers"
import { createPosClient, type PosClient, singleOrigin } from "../index"

export type Received = {
  method: string
  path: string
  query: URLSearchParams
  headers: IncomingMessage["headers"]
  body: Buffer
}

/** `text` is sent as it stands, in the place of a body in JSON. */
export type Answer = { status?: number; body?: unknown; text?: string; headers?: Record<string, string> }

/** A service on this machine that answers what a test says, and remembers what it was asked. */
export class LocalService {
  readonly received: Received[] = []
  answer: (request: Received) => Answer | Promise<Answer> = () => ({})
  url = ""
  now = new Date("2026-11-21T00:00:00Z")
  readonly clock = { now: () => this.now }
  private readonly server: Server = createServer((request, response) => void this.handle(request, response))

  async start(): Promise<void> {
    await new Promise<void>((resolve) => this.server.listen(0, "127.0.0.1", resolve))
    const address = this.server.address()
    this.url = `http://127.0.0.1:${address && typeof address === "object" ? address.port : 0}`
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections()
    await new Promise<void>((resolve) => this.server.close(() => resolve()))
  }

  /** A client of this service, with an access token that is never refused. */
  client(retries = 2): PosClient {
    return createPosClient({
      addresses: singleOrigin(this.url),
      tokenProvider: { token: async () => "a-token", invalidate: () => undefined },
      httpOptions: { retries, retryDelayMs: 1, timeoutMs: 20_000 },
      clock: this.clock,
    })
  }

  /** Answers in this order, the last one for ever. */
  answersInTurn(...answers: Answer[]): void {
    let turn = 0
    this.answer = () => answers[Math.min(turn++, answers.length - 1)] ?? {}
  }

  private async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? "", this.url)
    const received = {
      method: request.method ?? "",
      path: url.pathname,
      query: url.searchParams,
      headers: request.headers,
      body: await buffer(request),
    }
    this.received.push(received)
    const { status = 200, body = {}, headers = {}, text = JSON.stringify(body) } = await this.answer(received)
    response.writeHead(status, { "content-type": "application/json", ...headers }).end(text)
  }
}

/** One service for each test of a file. */
export function useLocalService(): { current: LocalService } {
  const holder = { current: new LocalService() }
  beforeEach(async () => {
    holder.current = new LocalService()
    await holder.current.start()
  })
  afterEach(() => holder.current.stop())
  return holder
}

/** What a call ends with, as an error of this class; any other end fails the test. */
export async function errorThrownBy<Thrown extends Error>(
  call: Promise<unknown>,
  type: abstract new (...input: never[]) => Thrown
): Promise<Thrown> {
  const end: unknown = await call.catch((error: unknown) => error)
  if (!(end instanceof type)) {
    throw new Error(`${type.name} was expected, and it ended with ${String(end)}`)
  }
  return end
}
