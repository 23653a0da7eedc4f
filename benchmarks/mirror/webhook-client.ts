import net from "node:net"

/** The webhook endpoint did not take a notification; figures of it would say nothing. */
export class RefusedNotificationError extends Error {
  constructor(answer: string) {
    super(`A notification was not taken: ${answer.slice(0, 500)}`)
    this.name = "RefusedNotificationError"
  }
}

const HEAD_END = "\r\n\r\n"

/**
 * One kept-alive connection to a webhook endpoint. Why not node:http: on two cores its client would take as much of the machine as
 * the server that is measured.
 */
export class WebhookClient {
  private received = ""
  private settle: { resolve: () => void; reject: (error: Error) => void } | null = null

  private constructor(private readonly socket: net.Socket) {
    socket.setEncoding("latin1").setNoDelay(true)
    socket.on("data", (text) => this.read(String(text)))
    socket.on("error", (error) => this.settle?.reject(error))
    socket.on("close", () => this.settle?.reject(new RefusedNotificationError("the connection was closed")))
  }

  static async open(url: URL): Promise<WebhookClient> {
    const socket = net.connect(Number(url.port), url.hostname)
    await new Promise<void>((resolve, reject) => {
      socket.once("connect", resolve).once("error", reject)
    })
    return new WebhookClient(socket)
  }

  /** Sends a request and waits for its answer. @throws RefusedNotificationError unless it is 200 */
  send(request: Buffer): Promise<void> {
    return new Promise((resolve, reject) => {
      this.settle = { resolve, reject }
      this.socket.write(request)
    })
  }

  close(): void {
    this.settle = null
    this.socket.destroy()
  }

  private read(text: string): void {
    this.received += text
    const head = this.received.indexOf(HEAD_END)
    if (head === -1) {
      return
    }
    const length = Number(/content-length: (\d+)/i.exec(this.received)?.[1] ?? 0)
    if (this.received.length < head + HEAD_END.length + length) {
      return
    }
    const answer = this.received
    const { settle } = this
    this.received = ""
    this.settle = null
    if (answer.startsWith("HTTP/1.1 200 ")) {
      settle?.resolve()
    } else {
      settle?.reject(new RefusedNotificationError(answer))
    }
  }
}

/** The bytes of a notification's request. */
export function toRequest(url: URL, { body, signature }: { body: string; signature: string }): Buffer {
  const lines = [
    `POST ${url.pathname} HTTP/1.1`,
    `Host: ${url.host}`,
    "Content-Type: application/json",
    `Content-Length: ${Buffer.byteLength(body)}`,
    `X-SERVICE-Signature: ${signature}`,
  ]
  return Buffer.from(`${lines.join("\r\n")}${HEAD_END}${body}`)
}
