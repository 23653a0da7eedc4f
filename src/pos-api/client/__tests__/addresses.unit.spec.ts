import { createServer } from "node:net"
import { probeReachability } from "../addresses"

/** A server that answers every request with these bytes and ends the connection; with none it only ends it. */
async function serve(answer: string) {
  const server = createServer((socket) => {
    socket.on("error", () => undefined)
    socket.once("data", () => (answer === "" ? socket.resetAndDestroy() : socket.end(answer, () => socket.destroy())))
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const address = server.address()
  const port = address && typeof address === "object" ? address.port : 0
  return { url: `http://127.0.0.1:${port}`, close: async () => new Promise((resolve) => server.close(resolve)) }
}

describe("[D55] An address of the POS API", () => {
  it.each(["429 Too Many Requests", "503 Service Unavailable", "404 Not Found", "302 Found", "200 OK"])(
    "is reachable with %s, whatever stands in it",
    async (status) => {
      const server = await serve(`HTTP/1.1 ${status}\r\ncontent-type: text/html\r\nconnection: close\r\n\r\n<html>`)
      expect(await probeReachability(server.url)).toEqual({ isReachable: true })
      await server.close()
    }
  )

  it("is reachable with what is no HTTP at all", async () => {
    const server = await serve("220 mail.example.com ESMTP\r\n")
    expect(await probeReachability(server.url)).toEqual({ isReachable: true })
    await server.close()
  })

  it("is not when nobody listens there, or a connection ends without an answer", async () => {
    const server = await serve("")
    expect(await probeReachability(server.url)).toEqual({ isReachable: false, reason: "ECONNRESET" })
    await server.close()
    expect(await probeReachability(server.url)).toEqual({ isReachable: false, reason: "ECONNREFUSED" })
  })
})
