import { createServer } from "node:http"
import express from "express"

/** A route that answers a text as long as a purchase and checks nothing: what any server on Express costs. */
const text = JSON.stringify({ purchase: "x".repeat(1_800) })
const app = express()
app.get("/purchase", (_request, response) => {
  response.type("json").send(text)
})
const server = createServer(app).listen(0, "127.0.0.1", () => {
  const address = server.address()
  const port = address !== null && typeof address === "object" ? address.port : 0
  process.stdout.write(`${JSON.stringify({ url: `http://127.0.0.1:${port}` })}\n`)
})
