import { GRANT_TYPES, SCOPES, tokenResponseSchema } from "../../../../src/pos-api/contract"
import { createSandboxContext } from "../context/sandbox-context"
import { createApp } from "../create-app"
import { sendRequest } from "../http/send-request"
import { findOperation } from "../journal/explain-error"
import { createApiKey } from "../oauth/tokens"
import { openOrganization } from "../seed/open-organization"
import { chooseDialect, type DialectChoice } from "../state/dialect"
import {
  brandIn,
  type Cassette,
  DECIMAL,
  ETAG,
  type Interaction,
  isWord,
  MatchingIds,
  MOMENT,
  productsIn,
  profileIn,
  purchasesIn,
  UUID,
} from "./cassette"
import { listenLocally, serveLocally } from "./record"
import { redactHeaders, Redaction } from "./redaction"
import { play, setTheStage, type Stage } from "./replay"

/** A difference between the recorded and the simulated answer of one call. */
export type CallDifference = ShapeDifference & { call: string }

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
 * Replays the calls of a cassette against a new sandbox, and reports the differences field by field: status, headers,
 * fields with their types and formats, and enum values.
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

/** Formats a comparison for a terminal: one line for each difference, with the calls in which it occurred. */
export function describeComparison({ played, skipped, refused, differences }: Comparison): string {
  const byField = new Map<string, Set<string>>()
  for (const { call, field, recorded, sandbox } of differences) {
    const line = `${field}: recorded ${recorded}, sandbox ${sandbox}`
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

/** A field in which two answers differ, with the formats that each side has. */
type ShapeDifference = { field: string; recorded: string; sandbox: string }

const ABSENT = "absent"

type Fields = Map<string, unknown[]>

/**
 * Compares the shape of two answers: fields, types, formats of texts, and enum values. Other values are not compared,
 * and a list that is empty on one side is skipped.
 */
export function compareShapes(recorded: unknown, sandbox: unknown): ShapeDifference[] {
  return compareAll("", "", [recorded], [sandbox])
}

function compareAll(path: string, name: string, recorded: unknown[], sandbox: unknown[]): ShapeDifference[] {
  if (recorded.length === 0 || sandbox.length === 0) {
    return []
  }
  const [ours, theirs] = [getForms(name, sandbox), getForms(name, recorded)]
  const own = [...ours].every((form) => !theirs.has(form))
    ? [{ field: path || "the whole", recorded: listed(theirs), sandbox: listed(ours) }]
    : []
  const items = compareAll(`${path}[]`, name, getItems(recorded), getItems(sandbox))
  return [...own, ...items, ...compareFields(path, recorded, sandbox)]
}

function compareFields(path: string, recorded: unknown[], sandbox: unknown[]): ShapeDifference[] {
  const [theirs, ours] = [getFields(recorded), getFields(sandbox)]
  if (!recorded.some(isObject) || !sandbox.some(isObject)) {
    return []
  }
  return [...new Set([...theirs.keys(), ...ours.keys()])].sort().flatMap((name) => {
    const [there, here] = [theirs.get(name), ours.get(name)]
    const field = path === "" ? name : `${path}.${name}`
    if (there && here) {
      return compareAll(field, name, there, here)
    }
    return [
      {
        field,
        recorded: there ? listed(getForms(name, there)) : ABSENT,
        sandbox: here ? listed(getForms(name, here)) : ABSENT,
      },
    ]
  })
}

const isObject = (value: unknown): value is object =>
  typeof value === "object" && value !== null && !Array.isArray(value)

const getItems = (values: unknown[]): unknown[] =>
  values.flatMap((value: unknown): unknown[] => (Array.isArray(value) ? value : []))

/** Fields of all objects. One that is named by a number has the name of its form: each receipt has other rates. */
function getFields(values: unknown[]): Fields {
  const fields: Fields = new Map()
  for (const value of values.filter(isObject)) {
    for (const [key, item] of Object.entries(value)) {
      const name = DECIMAL.test(key) ? `<${key.includes(".") ? "0.0" : "0"}>` : UUID.test(key) ? "<uuid>" : key
      fields.set(name, [...(fields.get(name) ?? []), item])
    }
  }
  return fields
}

const getForms = (name: string, values: unknown[]) => new Set(values.map((value) => getForm(name, value)))

const listed = (forms: Set<string>) => [...forms].sort().join(" or ")

function getForm(name: string, value: unknown): string {
  switch (typeof value) {
    case "string":
      return formOfText(name, value)
    case "object":
      return value === null ? "null" : Array.isArray(value) ? "list" : "object"
    default:
      return typeof value
  }
}

function formOfText(name: string, text: string): string {
  if (isWord(name, text)) {
    return JSON.stringify(text)
  }
  if (UUID.test(text)) {
    return "uuid"
  }
  if (MOMENT.test(text)) {
    return `time ${text.replace(/\d/g, "0").replace("-00:00", "+00:00").replace("-0000", "+0000")}`
  }
  if (/etag/i.test(name) && ETAG.test(text)) {
    return `${text.includes('"') ? "quoted" : "bare"} ${text === text.toUpperCase() ? "upper" : "lower"}-case text`
  }
  if (DECIMAL.test(text)) {
    return "decimal text"
  }
  return /^https?:/.test(text) ? "address" : "text"
}
