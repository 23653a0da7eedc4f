import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from "node:http"

export type LocalServer = { url: string; close(): Promise<void> }

export type Answering = (request: IncomingMessage, body: Buffer, response: ServerResponse) => Promise<void> | void

/** The address could not be taken. */
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
