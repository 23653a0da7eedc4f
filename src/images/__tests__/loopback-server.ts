import http, { type RequestListener } from "node:http"
import type { LookupFunction } from "node:net"

/** A server on 127.0.0.1 that counts its connections. */
export async function startServer(listener: RequestListener) {
  const server = http.createServer(listener)
  const seen = { connections: 0 }
  server.on("connection", () => {
    seen.connections++
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const address = server.address()
  const port = typeof address === "object" && address !== null ? address.port : 0
  const stop = async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
  return { url: `http://127.0.0.1:${port}`, port, seen, stop }
}

/** A resolver that gives one answer after another, the last one for ever, and remembers what it was asked. */
export function answering(...answers: string[][]): { lookup: LookupFunction; asked: string[] } {
  const asked: string[] = []
  const lookup: LookupFunction = (hostname, _options, callback) => {
    const addresses = answers[Math.min(asked.length, answers.length - 1)] ?? []
    asked.push(hostname)
    setImmediate(() =>
      callback(
        null,
        addresses.map((address) => ({ address, family: address.includes(":") ? 6 : 4 }))
      )
    )
  }
  return { lookup, asked }
}
