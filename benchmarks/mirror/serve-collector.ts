import { createServer } from "node:http"

/** A collector of traces: it accepts every request, and returns the number of received bytes on GET. */
let bytes = 0
const server = createServer((request, response) => {
  request.on("data", (chunk: Buffer) => (bytes += chunk.length))
  request.on("end", () => response.end(request.method === "GET" ? String(bytes) : undefined))
})

server.listen(0, "127.0.0.1", () => {
  const address = server.address()
  const port = address !== null && typeof address === "object" ? address.port : 0
  process.stdout.write(`${JSON.stringify({ url: `http://127.0.0.1:${port}` })}\n`)
})
