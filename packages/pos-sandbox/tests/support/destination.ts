import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from "node:http"

export type Received = { body: string; headers: IncomingHttpHeaders; method: string }

type Answering = (response: ServerResponse) => void

/** A webhook destination: answers with `status`, or as `answer` does, and keeps what came. */
export class Destination {
  readonly received: Received[] = []
  status = 200
  answer: Answering = (response) => response.writeHead(this.status).end()
  url = ""
  /** how many were made to it */
  connections = 0
  private server: Server | null = null

  async open(): Promise<this> {
    this.server = createServer((request, response) => {
      const chunks: Buffer[] = []
      request.on("data", (chunk: Buffer) => chunks.push(chunk))
      request.on("end", () => {
        const { headers, method = "" } = request
        this.received.push({ body: Buffer.concat(chunks).toString("utf8"), headers, method })
        this.answer(response)
      })
    })
    this.server.on("connection", () => this.connections++)
    await new Promise<void>((resolve) => this.server?.listen(0, "127.0.0.1", resolve))
    const address = this.server.address()
    this.url = `http://127.0.0.1:${address && typeof address === "object" ? address.port : 0}/hook`
    return this
  }

  /** What came of one event, in the order it came. */
  events(name: string): Received[] {
    return this.received.filter(({ body }) => JSON.parse(body).eventName === name)
  }

  /** The payloads of one event, whichever form they came in. */
  payloads(name: string) {
    return this.events(name).map(({ body }) => {
      const { payload } = JSON.parse(body)
      return typeof payload === "string" ? JSON.parse(payload) : payload
    })
  }

  async close(): Promise<void> {
    this.server?.closeAllConnections()
    await new Promise<void>((resolve) => (this.server ? this.server.close(() => resolve()) : resolve()))
  }
}
