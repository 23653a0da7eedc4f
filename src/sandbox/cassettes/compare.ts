import axios from "axios"
import { GRANT_TYPES, SCOPES } from "../../pos-api/contract"
import { createSandboxContext } from "../context/sandbox-context"
import { createApp } from "../create-app"
import { createApiKey } from "../oauth/credentials"
import { findOperation } from "../journal/nearest-route"
import { openOrganization } from "../seed/open-organization"
import { chooseDialect, type DialectChoice } from "../state/dialect"
import type { Cassette, Interaction } from "./cassette"
import { compareShapes, type ShapeDifference } from "./compare-shapes"
import { listenLocally, serveLocally } from "./local-server"
import { MatchingIds } from "./matching-ids"
import { play, type Stage } from "./play-call"
import { brandIn, productsIn, profileIn, purchasesIn } from "./recorded-things"
import { redactHeaders } from "./redact-message"
import { Redaction } from "./redaction"
import { setTheStage } from "./set-the-stage"

export type CallDifference = ShapeDifference & { call: string }

export type Comparison = {
  /** calls that were played and compared */
  played: number
  /** calls that could not be played, with the reason */
  skipped: { call: string; reason: string }[]
  /** what of the account could not be put into the sandbox */
  refused: string[]
  differences: CallDifference[]
}

const COMPARED_HEADERS = ["etag", "location", "link", "retry-after", "www-authenticate"]

/**
 * Plays what a real account was asked against a sandbox of its own, and tells field by field where it answers
 * differently: status, headers, fields, their types and forms, and the service's own words.
 */
export async function compare(cassette: Cassette, dialect: DialectChoice = "field"): Promise<Comparison> {
  const context = createSandboxContext({ allowLoopback: true, brand: brandIn(cassette) })
  context.clock.set(new Date(cassette.recordedAt))
  // However fast it is played, nothing is refused for that.
  context.state.settings.dialect = { ...chooseDialect(dialect), rateV3: "spec" }
  const destination = await listenLocally(0, (_request, _body, response) => void response.end())
  const server = await serveLocally(0, createApp(context))
  try {
    const ids = new MatchingIds()
    const organization = openOrganization(context, { name: "Cassette", timeZone: "UTC", ...profileIn(cassette) })
    const things = { products: productsIn(cassette), purchases: purchasesIn(cassette) }
    const refused = setTheStage(context, organization, things, ids)
    const { apiKey, clientId } = createApiKey(context, organization, [...SCOPES])
    const api = axios.create({ baseURL: server.url, proxy: false, maxRedirects: 0, validateStatus: () => true })
    const form = { grant_type: GRANT_TYPES.assertion, client_id: clientId, assertion: apiKey }
    const { data } = await api.post<{ access_token: string }>("/token", new URLSearchParams(form))
    const stage = { api, token: data.access_token, destination: destination.url, apiKey, clientId }
    return { refused, ...(await playAll(cassette, stage, ids)) }
  } finally {
    await server.close()
    await context.deliveries.settled()
    context.clock.close()
    await destination.close()
  }
}

async function playAll(cassette: Cassette, stage: Stage, ids: MatchingIds) {
  const comparison: Omit<Comparison, "refused"> = { played: 0, skipped: [], differences: [] }
  for (const interaction of cassette.interactions) {
    const { method, path } = interaction
    const call = `${method} ${findOperation(method, path)?.path ?? path}`
    const reason = unplayable(interaction)
    if (reason !== null) {
      comparison.skipped.push({ call, reason })
      continue
    }
    const answer = await play(interaction, stage, ids)
    const { body, headers } = interaction.response
    const recorded: unknown = body && "json" in body ? body.json : body === null ? null : "no JSON"
    comparison.played++
    ids.learn({ ...headers, recorded }, { ...answer.headers, recorded: answer.json })
    // What was taken out of the one is taken out of the other, too.
    const redaction = new Redaction()
    const differences = [
      ...compareStatus(interaction.status, answer.status),
      ...compareHeaders(headers, redactHeaders(redaction, answer.headers)),
      ...compareShapes(recorded, redaction.json(answer.json)),
    ]
    comparison.differences.push(...differences.map((difference) => ({ call, ...difference })))
  }
  return comparison
}

function unplayable({ status, request, path }: Interaction): string | null {
  if (status === 429 || status >= 500) {
    return `the service was not able to: it answered ${status}`
  }
  if (request.body && "other" in request.body) {
    return "what was sent is no text and was not kept"
  }
  const grant = path === "/token" && request.body && "form" in request.body ? request.body.form.grant_type : null
  if (grant && grant !== GRANT_TYPES.assertion) {
    return "only a token for an API key can be asked for again"
  }
  return null
}

function compareStatus(recorded: number, sandbox: number): ShapeDifference[] {
  return recorded === sandbox ? [] : [{ field: "status", recorded: String(recorded), sandbox: String(sandbox) }]
}

function compareHeaders(recorded: Record<string, unknown>, sandbox: Record<string, unknown>): ShapeDifference[] {
  const pick = (headers: Record<string, unknown>) =>
    Object.fromEntries(COMPARED_HEADERS.flatMap((name) => (headers[name] ? [[name, headers[name]]] : [])))
  return compareShapes(pick(recorded), pick(sandbox)).map(({ field, ...forms }) => ({
    field: `header ${field}`,
    ...forms,
  }))
}
