import { createServer, request } from "node:http"
import { buffer } from "node:stream/consumers"

const TARGET_IS_AWAY = 502
const UNAVAILABLE = 503

/**
 * A reverse proxy for a demonstration: each request goes to the next of `targets` that takes connections. One that
 * reached a server which then died is answered 502, since it may have had its effect.
 * @param {{ port: number, targets: { host: string, port: number }[] }} options
 * @returns {Promise<{ close: () => Promise<void> }>}
 */
export async function startRoundRobin({ port, targets }) {
  let turn = 0
  const server = createServer(async (asked, answer) => {
    turn += 1
    const first = turn % targets.length
    try {
      // Whole, so that the next target can be given it from its beginning.
      forward({ asked, body: await buffer(asked), answer }, [...targets.slice(first), ...targets.slice(0, first)])
    } catch {
      // Whoever asked has gone.
      answer.destroy()
    }
  })
  await new Promise((resolve, reject) => server.once("error", reject).listen(port, "127.0.0.1", resolve))
  return {
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function forward(exchange, [target, ...others]) {
  const { asked, body, answer } = exchange
  if (!target) {
    answer.writeHead(UNAVAILABLE).end()
    return
  }
  const { method, url, headers } = asked
  const passed = request({ ...target, method, path: url, headers: withForwarded(asked, headers) }, (given) => {
    answer.writeHead(given.statusCode ?? TARGET_IS_AWAY, given.headers)
    given.pipe(answer)
    given.once("error", () => answer.destroy())
  })
  answer.once("close", () => answer.writableFinished || passed.destroy())
  passed.once("error", (error) => {
    if (answer.headersSent) {
      answer.destroy()
    } else if (error.code === "ECONNREFUSED") {
      // It took no byte of it: nothing of the request has happened.
      forward(exchange, others)
    } else {
      answer.writeHead(TARGET_IS_AWAY).end()
    }
  })
  passed.end(body)
}

const withForwarded = (asked, headers) => ({
  ...headers,
  "x-forwarded-for": [headers["x-forwarded-for"], asked.socket.remoteAddress].filter(Boolean).join(", "),
  "x-forwarded-proto": headers["x-forwarded-proto"] ?? "http",
})
