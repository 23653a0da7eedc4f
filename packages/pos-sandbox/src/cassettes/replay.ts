import type { PosProduct, Purchase } from "../../../../src/pos-api/contract"
import type { SandboxContext } from "../context/sandbox-context"
import { HttpError } from "../http/http-error"
import { type InterfaceName, INTERFACES } from "../http/interfaces"
import { sendRequest } from "../http/send-request"
import { findOperation } from "../journal/explain-error"
import { acceptProduct, storeProduct } from "../products/product-library"
import { type Basket, basketSchema } from "../purchases/basket"
import { refundSchema } from "../purchases/draft-returns"
import { refundPurchase } from "../purchases/refund"
import { ringUpSale } from "../purchases/ring-up"
import type { OrganizationState } from "../state/organization"
import type { Cassette, CassetteBody, Interaction, MatchingIds } from "./cassette"
import { listenLocally, type Targets } from "./record"

/** A server that answers from a cassette. */
export type Replay = {
  url: string
  /** calls that the cassette has no answer for: `GET /…` */
  missed: string[]
  /** Stops the server. */
  close(): Promise<void>
}

/** The ways to find an answer, the closest first: the very call, its path, its route. */
const KEYS: ((method: string, path: string, query: [string, string][]) => string | null)[] = [
  (method, path, query) => `${method} ${path}?${new URLSearchParams([...query].sort()).toString()}`,
  (method, path) => `${method} ${path}`,
  (method, path) => findOperation(method, path)?.id ?? null,
]

/**
 * Serves a cassette: a call gets its recorded answer. A repeated call gets its answers in order, then the last one
 * again. A call that differs only in its identifiers gets the answer of the same route.
 */
export async function replay({ cassette, port = 0 }: { cassette: Cassette; port?: number }): Promise<Replay> {
  const interactionGroups = KEYS.map((keyOf) => groupBy(cassette.interactions, keyOf))
  const turns = new Map<Interaction[], number>()
  const missed: string[] = []
  const server = await listenLocally(port, (request, _body, response) => {
    const { pathname, searchParams } = new URL(request.url ?? "/", server.url)
    const method = request.method ?? "GET"
    const answers = KEYS.map((keyOf, index) =>
      interactionGroups[index]?.get(keyOf(method, pathname, [...searchParams]))
    ).find((some) => some !== undefined)
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
    const toLocalText = (text: string) => text.replaceAll("https://cassette.invalid", server.url)
    for (const [name, value] of Object.entries(answer?.response.headers ?? {})) {
      response.setHeader(name, toLocalText(value))
    }
    response.writeHead(answer?.status ?? 500)
    response.end(toLocalText(toText(answer?.response.body ?? null)))
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

/** A body as text; empty for a body that was not stored. */
function toText(body: CassetteBody): string {
  if (body === null || "other" in body) {
    return ""
  }
  return "json" in body ? JSON.stringify(body.json) : new URLSearchParams(body.form).toString()
}

/** What calls are played against: a sandbox by its address, and a receiver of notifications. */
export type Stage = { url: string; token: string; destination: string; apiKey: string; clientId: string }

/** Repeats a recorded call with the sandbox's own identifiers in place of the recorded ones. */
export async function play(
  { method, path, query, credential, status, request }: Interaction,
  stage: Stage,
  ids: MatchingIds
) {
  const { body } = request
  const isToken = path === "/token" && body && "form" in body
  const secrets: Record<string, string> = status < 400 ? { client_id: stage.clientId, assertion: stage.apiKey } : {}
  const text = isToken
    ? new URLSearchParams({ ...body.form, ...secrets }).toString()
    : withDestination(ids.translate(toText(body)), stage.destination)
  const search = new URLSearchParams(query.map(([name, value]): [string, string] => [name, ids.translate(value)]))
  const target = `${stage.url}${ids.translate(path)}${query.length > 0 ? `?${search.toString()}` : ""}`
  const headers = Object.fromEntries(
    Object.entries(request.headers).map(([name, value]) => [name, ids.translate(value)])
  )
  if (credential) {
    // What was refused for its token is sent with one that is wrong.
    headers.authorization = `Bearer ${status === 401 ? "wrong" : stage.token}`
  }
  const answer = await sendRequest(target, {
    method,
    headers,
    body: text === "" ? undefined : text,
  })
  return { status: answer.status, headers: answer.headers, json: parseJson(answer.body.toString("utf8")) }
}

/** The recorded destination is private: the sandbox notifies a receiver of its own. */
const withDestination = (text: string, destination: string) =>
  text.replace(/("destination":")[^"]*"/, (_whole, name: string) => `${name}${destination}"`)

function parseJson(text: string): unknown {
  if (text === "") {
    return null
  }
  try {
    return JSON.parse(text)
  } catch {
    // An image or a page.
    return "no JSON"
  }
}

/** Replaces receipts of years. */
const MAX_PURCHASES = 200

/**
 * Gives the sandbox what the account had before it was recorded: the same products, and receipts like those that were
 * answered. Reports what a rule of the sandbox rejects.
 */
export function setTheStage(
  context: SandboxContext,
  organization: OrganizationState,
  things: { products: PosProduct[]; purchases: Purchase[] },
  ids: MatchingIds
): string[] {
  const refused: string[] = []
  const attempt = (what: string, work: () => void) => {
    try {
      work()
    } catch (error) {
      if (!(error instanceof HttpError)) {
        throw error
      }
      refused.push(`${what}: ${error.message}`)
    }
  }
  for (const product of things.products) {
    attempt(`product ${product.uuid}`, () => {
      const { etag: _etag, ...content } = product
      storeProduct(context, organization, acceptProduct(context, organization, content))
    })
  }
  for (const recorded of things.purchases.slice(0, MAX_PURCHASES)) {
    attempt(`purchase ${recorded.purchaseUUID1}`, () => {
      ids.learn(recorded, ringUpLike(context, organization, recorded, ids))
    })
  }
  return refused
}

/** A receipt of the same goods, paid in the same way, or a refund of the same receipt. */
function ringUpLike(
  context: SandboxContext,
  organization: OrganizationState,
  recorded: Purchase,
  ids: MatchingIds
): Purchase {
  if (recorded.refund && recorded.refundsPurchaseUUID1) {
    const input = refundSchema.parse({ purchaseUuid: ids.translate(recorded.refundsPurchaseUUID1) })
    return refundPurchase(context, organization, input)
  }
  const [payment] = recorded.payments
  const items = recorded.products.map((row) => {
    const quantity = row.quantity.replace("-", "")
    return row.variantUuid && organization.variantProducts.has(row.variantUuid)
      ? { type: "product", variantUuid: row.variantUuid, quantity }
      : { type: "custom-amount", name: row.name ?? "", amount: Math.abs(row.unitPrice), quantity }
  })
  const basket: Basket = {
    ...basketSchema.parse({ items, tip: payment?.gratuityAmount ?? 0 }),
    payments: [{ method: /CASH$/.test(payment?.type ?? "") ? "cash" : "card" }],
  }
  return ringUpSale(context, organization, basket)
}

/** A target of the command line is not an address. */
export class BadTargetError extends Error {
  constructor(text: string) {
    super(
      `${text} is not a target: use https://… for all interfaces, or one of them with its own, such as purchases=https://…`
    )
    this.name = "BadTargetError"
  }
}

/**
 * Reads the targets of a command line: one address for all interfaces, or `interface=address` for each.
 * @throws BadTargetError
 */
export function readTargets(texts: readonly string[]): Targets {
  const [first = ""] = texts
  if (texts.length === 1 && isAddress(first)) {
    return first
  }
  const targets: Partial<Record<InterfaceName, string>> = {}
  for (const text of texts) {
    const [, name, address = ""] = /^([\w-]+)=(.*)$/.exec(text) ?? []
    const knownInterface = INTERFACES.find((item) => item === name)
    if (!knownInterface || !isAddress(address)) {
      throw new BadTargetError(text)
    }
    targets[knownInterface] = address
  }
  return targets
}

const isAddress = (text: string) => /^https?:\/\//.test(text) && URL.canParse(text)
