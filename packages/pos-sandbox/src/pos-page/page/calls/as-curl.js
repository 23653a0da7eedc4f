/** @import { ShownCall } from "../types.js" */

/** What curl writes by itself, or what belongs to the connection. */
const OF_THE_CONNECTION = new Set([
  "host",
  "connection",
  "content-length",
  "transfer-encoding",
  "accept-encoding",
  "keep-alive",
  "user-agent",
])

/** @param {string} text for a POSIX shell */
const quote = (text) => `'${text.replaceAll("'", "'\\''")}'`

/**
 * The same call for a terminal. Secrets are masked in the journal: the token comes from a variable.
 * @param {ShownCall} call
 * @param {string} origin
 */
export function asCurl({ method, path, query, request }, origin) {
  const headers = Object.entries(request.headers).flatMap(([name, value]) => {
    if (OF_THE_CONNECTION.has(name)) {
      return []
    }
    return name === "authorization" ? ['"authorization: Bearer $TOKEN"'] : [quote(`${name}: ${value}`)]
  })
  return [
    `curl -X ${method} ${quote(`${origin}${path}${query}`)}`,
    ...headers.map((header) => `-H ${header}`),
    ...(request.body === null ? [] : [`--data-raw ${quote(request.body)}`]),
  ].join(" \\\n  ")
}
