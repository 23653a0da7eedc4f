import { connect, createServer, type Server, type Socket } from "node:net"
import { freePort } from "./free-port"

/** A line between the store and the sandbox that can be cut: nobody answers then. */
export class Gateway {
  private server: Server | undefined
  private readonly sockets = new Set<Socket>()
  private readonly target: URL

  private constructor(
    sandboxUrl: string,
    private readonly port: number
  ) {
    this.target = new URL(sandboxUrl)
  }

  /** Has the store of a suite ask through the gateway; to be called as `beforeShop`. */
  static standBetween(keep: (gateway: Gateway) => void): void {
    let gateway: Gateway | undefined
    let former: string | undefined
    beforeAll(async () => {
      former = process.env.POS_SERVICE_URL
      gateway = new Gateway(former ?? "", await freePort())
      await gateway.open()
      process.env.POS_SERVICE_URL = gateway.url
      keep(gateway)
    })
    afterAll(async () => {
      await gateway?.close()
      process.env.POS_SERVICE_URL = former
    })
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`
  }

  async open(): Promise<void> {
    if (this.server) {
      return
    }
    const server = createServer((near) => {
      const far = connect(Number(this.target.port), this.target.hostname)
      for (const socket of [near, far]) {
        this.sockets.add(socket)
        socket.on("close", () => this.sockets.delete(socket))
      }
      near.on("error", () => far.destroy())
      far.on("error", () => near.destroy())
      near.pipe(far).pipe(near)
    })
    await new Promise<void>((resolve) => server.listen(this.port, "127.0.0.1", resolve))
    this.server = server
  }

  async close(): Promise<void> {
    const server = this.server
    this.server = undefined
    if (server) {
      const closed = new Promise((resolve) => server.close(resolve))
      this.sockets.forEach((socket) => socket.destroy())
      await closed
    }
  }
}
