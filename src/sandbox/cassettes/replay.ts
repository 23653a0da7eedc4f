import { findOperation } from "../journal/nearest-route"
import type { Cassette, CassetteBody, Interaction } from "./cassette"
import { listenLocally } from "./local-server"

export type Replay = {
  url: string
  /** calls that the cassette has no answer for: `GET /…` */
  missed: string[]
  close(): Promise<void>
}

/** The ways to find an answer, the closest first: the very call, its path, its route. */
const KEYS: ((method: string, path: string, query: [string, string][]) => string | null)[] = [
  (method, path, query) => `${method} ${path}?${new URLSearchParams([...query].sort()).toString()}`,
  (method, path) => `${method} ${path}`,
  (method, path) => findOperation(method, path)?.id ?? null,
]

/**
 * Serves a cassette: the same call is answered as it was, one after the other where it was asked more than once, the
 * last one again and again. A call that differs in its identifiers alone has the answer of its route.
 */
export async function replay({ cassette, port = 0 }: { cassette: Cassette; port?: number }): Promise<Replay> {
  const found = KEYS.map((keyOf) => groupBy(cassette.interactions, keyOf))
  const turns = new Map<Interaction[], number>()
  const missed: string[] = []
  const server = await listenLocally(port, (request, _body, response) => {
    const { pathname, searchParams } = new URL(request.url ?? "/", server.url)
    const method = request.method ?? "GET"
    const answers = KEYS.map((keyOf, index) => found[index]?.get(keyOf(method, pathname, [...searchParams]))).find(
      (some) => some !== undefined
    )
    if (!answers) {
      missed.push(`${method} ${pathname}`)
      response.writeHead(404, { "content-type": "application/json" })
      response.end(
        JSON.stringify({ errorType: "NOT_RECORDED", developerMessage: "The cassette has no such call", violations: [] })
      )
      return
    }
    const turn = turns.get(answers) ?? 0
    turns.set(answers, Math.min(turn + 1, answers.length - 1))
    const answer = answers[turn]
    const here = (text: string) => text.replaceAll("https://cassette.invalid", server.url)
    for (const [name, value] of Object.entries(answer?.response.headers ?? {})) {
      response.setHeader(name, here(value))
    }
    response.writeHead(answer?.status ?? 500)
    response.end(here(textOf(answer?.response.body ?? null)))
  })
  return { url: server.url, missed, close: () => server.close() }
}

function groupBy(interactions: Interaction[], keyOf: (typeof KEYS)[number]): Map<string | null, Interaction[]> {
  const groups = new Map<string | null, Interaction[]>()
  for (const interaction of interactions) {
    const key = keyOf(interaction.method, interaction.path, interaction.query)
    if (key !== null) {
      groups.set(key, [...(groups.get(key) ?? []), interaction])
    }
  }
  return groups
}

/** A body as text; what was no text was not kept. */
export function textOf(body: CassetteBody): string {
  if (body === null || "other" in body) {
    return ""
  }
  return "json" in body ? JSON.stringify(body.json) : new URLSearchParams(body.form).toString()
}
