import http from "node:http"
import type { SeededRandom } from "../../packages/pos-sandbox/src/seed/random"
import type { Call } from "./calls"
import { mutate, oddText } from "./values"

export type Outcome = { status: number; body: string }

const agent = new http.Agent({ keepAlive: true, maxSockets: 16 })

/** Sends a call, bent in its body, its headers and its bytes. Status 0: the sandbox broke the connection off. */
export function send(base: URL, call: Call, token: string, random: SeededRandom): Promise<Outcome> {
  const headers: Record<string, string> = { authorization: bend(random, `Bearer ${token}`) }
  const body = call.body === undefined ? null : encode(random, call.body, headers)
  return new Promise((resolve) => {
    const request = http.request(
      { agent, host: base.hostname, port: base.port, method: call.method, path: safePath(call.path), headers },
      (response) => {
        const chunks: Buffer[] = []
        response.on("data", (chunk: Buffer) => chunks.push(chunk))
        const end = () => resolve({ status: response.statusCode ?? 0, body: Buffer.concat(chunks).toString("utf8") })
        response.on("end", end)
        response.on("error", end)
      }
    )
    request.on("error", (error) => resolve({ status: 0, body: error.message }))
    request.end(body ?? undefined)
  })
}

/** Mostly the right token: what is refused at the webhook endpoint finds nothing behind it. */
function bend(random: SeededRandom, authorization: string): string {
  return random.chance(0.05) ? random.pick(["", "Bearer", "Bearer x.y.z", "Basic YTpi"]) : authorization
}

function encode(random: SeededRandom, value: unknown, headers: Record<string, string>): Buffer {
  headers["content-type"] = random.chance(0.95)
    ? "application/json"
    : random.pick(["text/plain", "multipart/form-data; boundary=x", "application/x-www-form-urlencoded", ""])
  if (random.chance(0.05)) {
    headers["if-none-match"] = random.pick(["*", '"x"', 'W/"x", "y"'])
  }
  const text = JSON.stringify(random.chance(0.7) ? mutate(random, value) : value) ?? ""
  if (random.chance(0.05)) {
    return Buffer.from(text.slice(0, random.between(0, text.length)))
  }
  return Buffer.from(random.chance(0.02) ? oddText(random) : text)
}

/** Node refuses to send a path with bytes that no path has. */
function safePath(path: string): string {
  return path.replace(/[^\x21-\x7e]/g, (character) => encodeURIComponent(character))
}
