import { createServer, type RequestListener, type Server } from "node:http"
import { openRequest, sendRequest } from "../send-request"

let server: Server

async function serve(listener: RequestListener): Promise<string> {
  server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const address = server.address()
  return `http://127.0.0.1:${address !== null && typeof address === "object" ? address.port : 0}`
}

afterEach(async () => {
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
})

describe("a request of the sandbox", () => {
  it("sends a body with every method, and returns the answer with any status", async () => {
    const url = await serve((request, response) => {
      request.toArray().then(
        (chunks: Buffer[]) => response.writeHead(404).end(`${request.method} ${Buffer.concat(chunks).toString()}`),
        (error: unknown) => response.destroy(error instanceof Error ? error : undefined)
      )
    })
    const { status, body } = await sendRequest(url, { method: "DELETE", body: "Åre" })
    expect({ status, body: body.toString() }).toEqual({ status: 404, body: "DELETE Åre" })
  })

  it("follows no redirect", async () => {
    const url = await serve((_request, response) => response.writeHead(302, { location: "/elsewhere" }).end())
    const { status, headers } = await sendRequest(url, { method: "GET" })
    expect({ status, location: headers.location }).toEqual({ status: 302, location: "/elsewhere" })
  })

  it("rejects an answer that is longer than allowed, and ends its connection", async () => {
    let onClose = () => undefined
    const closed = new Promise<void>((resolve) => (onClose = () => void resolve()))
    const url = await serve((request, response) => {
      request.socket.once("close", onClose)
      response.write("0123456789")
    })
    await expect(sendRequest(url, { method: "GET", maxBytes: 9 })).rejects.toThrow(`${url} answered more than 9 bytes`)
    await closed
  })

  it("rejects when it is aborted before an answer, and when an answer breaks off", async () => {
    const url = await serve((request, response) => {
      if (request.url === "/broken") {
        response.writeHead(200, { "content-length": "10" })
        response.write("01234", () => response.socket?.destroy())
      }
    })
    const ending = new AbortController()
    const waiting = openRequest(`${url}/silent`, { method: "GET", signal: ending.signal })
    ending.abort()
    await expect(waiting).rejects.toThrow("aborted")
    await expect(sendRequest(`${url}/broken`, { method: "GET" })).rejects.toThrow("aborted")
  })
})
