import { GRANT_TYPES, SCOPES, tokenResponseSchema } from "../../../../src/pos-api/contract"
import { createSandboxContext } from "../context/sandbox-context"
import { createApp } from "../create-app"
import { getInterface, type InterfaceName } from "../http/interfaces"
import { sendRequest } from "../http/send-request"
import { findOperation } from "../journal/explain-error"
import { createApiKey } from "../oauth/tokens"
import { openOrganization } from "../seed/open-organization"
import { chooseDialect, type DialectChoice } from "../state/dialect"
import { brandIn, type Cassette, type Interaction, MatchingIds, productsIn, profileIn, purchasesIn } from "./cassette"
import { compareShapes, compareValues, type FieldDifference } from "./compare-fields"
import { listenLocally, serveLocally } from "./record"
import { redactHeaders, Redaction } from "./redaction"
import { play, setTheStage, type Stage } from "./replay"

/** A difference between the recorded and the simulated answer of one call. Values are redacted as those of the cassette. */
export type CallDifference = FieldDifference & { call: string }

/** The result of comparing a cassette with the sandbox. */
export type Comparison = {
  /** calls that were played and compared */
  played: number
  /** calls that could not be played, with the reason */
  skipped: { call: string; reason: string }[]
  /** records of the account that the sandbox rejected */
  refused: string[]
  differences: CallDifference[]
}

const COMPARED_HEADERS = ["etag", "location", "link", "retry-after", "www-authenticate"]

/**
 * Interfaces whose values follow from the calls of the cassette. Those of the others (receipts, balances, the account) follow
 * from what happened before the recording, which no sandbox has: they are compared by shape.
 */
const COMPARED_BY_VALUE: ReadonlySet<InterfaceName | null> = new Set<InterfaceName>([
  "oauth",
  "products",
  "images",
  "subscriptions",
])

/**
 * Replays the calls of a cassette against a new sandbox, and reports the differences field by field: status, headers,
 * fields with their types and formats, and values where they follow from the calls. Identifiers and times are compared
 * by their format.
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
    const form = new URLSearchParams({ grant_type: GRANT_TYPES.assertion, client_id: clientId, assertion: apiKey })
    const headers = { "content-type": "application/x-www-form-urlencoded" }
    const granted = await sendRequest(`${server.url}/token`, { method: "POST", headers, body: form.toString() })
    const { access_token: token } = tokenResponseSchema.parse(JSON.parse(granted.body.toString("utf8")))
    const stage = { url: server.url, token, destination: destination.url, apiKey, clientId }
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
    const simulated = redaction.json(answer.json)
    const shapes = compareShapes(recorded, simulated)
    const isByValue = COMPARED_BY_VALUE.has(getInterface(path)) || interaction.status >= 400
    const values = isByValue && interaction.status === answer.status ? compareValues(recorded, simulated) : []
    const differences = [
      ...compareStatus(interaction.status, answer.status),
      ...compareHeaders(headers, redactHeaders(redaction, answer.headers)),
      ...shapes,
      ...values.filter(({ field }) => !shapes.some((shape) => shape.field === field)),
    ]
    comparison.differences.push(...differences.map((difference) => ({ call, ...difference })))
  }
  return comparison
}

function unplayable({ status, request, path }: Interaction): string | null {
  if (status === 429 || status >= 500) {
    return `the POS was not able to: it answered ${status}`
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

function compareStatus(recorded: number, sandbox: number): FieldDifference[] {
  return recorded === sandbox
    ? []
    : [
        {
          field: "status",
          recorded: String(recorded),
          sandbox: String(sandbox),
          recordedValue: recorded,
          sandboxValue: sandbox,
        },
      ]
}

function compareHeaders(recorded: Record<string, unknown>, sandbox: Record<string, unknown>): FieldDifference[] {
  const pick = (headers: Record<string, unknown>) =>
    Object.fromEntries(COMPARED_HEADERS.flatMap((name) => (headers[name] ? [[name, headers[name]]] : [])))
  return compareShapes(pick(recorded), pick(sandbox)).map(({ field, ...forms }) => ({
    field: `header ${field}`,
    ...forms,
  }))
}

/** Formats a comparison for a terminal: one line for each field that differs, with the calls in which it does. */
export function describeComparison({ played, skipped, refused, differences }: Comparison): string {
  const byField = new Map<string, Set<string>>()
  for (const { call, field, recorded, sandbox, recordedValue, sandboxValue } of differences) {
    const line = `${field}: recorded ${withValue(recorded, recordedValue)}, sandbox ${withValue(sandbox, sandboxValue)}`
    byField.set(line, (byField.get(line) ?? new Set()).add(call))
  }
  return [
    `${played} calls played, ${skipped.length} skipped, ${differences.length} differences`,
    ...[...byField].flatMap(([line, calls]) => [`- ${line}`, ...[...calls].map((call) => `    ${call}`)]),
    ...(skipped.length > 0 ? ["Skipped:"] : []),
    ...skipped.map(({ call, reason }) => `- ${call}: ${reason}`),
    ...(refused.length > 0 ? ["Not taken by the sandbox:"] : []),
    ...refused.map((line) => `- ${line}`),
    "",
  ].join("\n")
}

/** A format with an example; a format that is itself the value is not repeated. */
function withValue(form: string, value: CallDifference["recordedValue"]): string {
  const text = JSON.stringify(value)
  return value === undefined || form.includes(text) ? form : `${form} ${text}`
}
