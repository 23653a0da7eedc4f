import { z } from "zod"
import { giftCardSchema, purchaseListSchema, purchaseSchema, SCOPES } from "../../../../src/pos-api/contract"
import { escapeHtml } from "../http/answers"
import { INTERFACES } from "../http/interfaces"
import { type Answer, type Content, ERRORS, GUARDED, ok, type Operation, type Parameter } from "./operation"
import { FINANCE_OPERATIONS } from "./operations/finance"
import { INVENTORY_OPERATIONS } from "./operations/inventory"
import { IMAGE_OPERATIONS, LIBRARY_OPERATIONS } from "./operations/library"
import { OAUTH_OPERATIONS } from "./operations/oauth"
import { OLDER_OPERATIONS } from "./operations/older"
import { PRODUCT_OPERATIONS } from "./operations/products"
import { SUBSCRIPTION_OPERATIONS } from "./operations/subscriptions"

const READ = ["READ:PURCHASE"] as const

const query = (name: string, schema: Record<string, unknown>, description: string): Parameter => ({
  name,
  in: "query",
  description,
  schema,
})

const MOMENT = "UTC, `YYYY-MM-DD` or `YYYY-MM-DDThh:mm`; as observed (`dateForms`) also with seconds and a zone"

const PATHS = [
  ["getPurchase", "/purchases/v2/{purchaseUuid}", "One purchase"],
  ["getOnePurchase", "/purchase/v2/{purchaseUuid}", "One purchase, by the path that the POS's reference has"],
] as const

/** The purchase and gift card interfaces (spec "Purchase interface", "Gift card interface"). */
const PURCHASE_OPERATIONS: Operation[] = [
  {
    id: "listPurchases",
    interface: "purchases",
    method: "get",
    path: "/purchases/v2",
    summary: "Purchases in the order of their creation, three years back",
    description:
      'As observed (`groupedVat`): `groupedVatAmounts` has the turnover with tax of each rate, under "25.0". As ' +
      "observed (`purchaseTypes`): `userId` and `organizationId` are integers, a cash refund has a negative " +
      "`handedAmount` alone, and there are more fields. As observed (`dateForms`): a last page has no `linkUrls`.",
    scopes: READ,
    parameters: [
      query("lastPurchaseHash", { type: "string" }, "of a previous answer: fetches the next page, also much later"),
      query("startDate", { type: "string" }, `inclusive; ${MOMENT}`),
      query("endDate", { type: "string" }, `exclusive; ${MOMENT}`),
      query("limit", { type: "integer", minimum: 1, maximum: 1000 }, "at most so many"),
      query("descending", { type: "boolean", default: false }, "the most recent first"),
    ],
    answers: {
      200: ok("A page; an empty one has no new hash", purchaseListSchema),
      400: ERRORS.badRequest,
      ...GUARDED,
    },
  },
  ...PATHS.map(([id, path, summary]): Operation => ({
    id,
    interface: "purchases",
    method: "get",
    path,
    summary,
    scopes: READ,
    answers: { 200: ok("The purchase", purchaseSchema), 400: ERRORS.badRequest, 404: ERRORS.notFound, ...GUARDED },
  })),
  {
    id: "getGiftCard",
    interface: "gift-cards",
    method: "get",
    path: "/organizations/{organizationUuid}/giftcards/external/{giftCardUuid}",
    summary: "A gift card, by the UUID that purchase rows of type GIFTCARD carry",
    scopes: READ,
    answers: { 200: ok("The card", giftCardSchema), 404: ERRORS.notFound, ...GUARDED },
  },
]

export const OPERATIONS: readonly Operation[] = [
  ...OAUTH_OPERATIONS,
  ...PRODUCT_OPERATIONS,
  ...LIBRARY_OPERATIONS,
  ...IMAGE_OPERATIONS,
  ...PURCHASE_OPERATIONS,
  ...SUBSCRIPTION_OPERATIONS,
  ...INVENTORY_OPERATIONS,
  ...FINANCE_OPERATIONS,
  ...OLDER_OPERATIONS,
]

/** The whole service as an OpenAPI 3.1 document, its schemas made from the contracts. */
export function buildOpenApiDocument() {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const operation of OPERATIONS) {
    paths[operation.path] = { ...paths[operation.path], [operation.method]: describe(operation) }
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "Point-of-sale service (sandbox)",
      version: "1",
      description:
        "Amounts are integers in minor currency units unless stated otherwise. Unknown fields are kept. " +
        "The sandbox answers as the POS is specified, or as the running one was observed to: " +
        "which, is a setting for each point where they differ.",
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [{ url: "/" }],
    tags: INTERFACES.map((name) => ({ name })),
    paths,
    components: { securitySchemes },
  }
}

const flow = { tokenUrl: "/token", scopes: Object.fromEntries(SCOPES.map((scope) => [scope, scope])) }

const securitySchemes = {
  accessToken: {
    type: "oauth2",
    flows: { authorizationCode: { authorizationUrl: "/authorize", refreshUrl: "/token", ...flow } },
  },
  apiKey: { type: "http", scheme: "bearer", description: "An API key, for the webhook subscription interface" },
}

function describe(operation: Operation) {
  const { id, summary, description, body, answers } = operation
  return {
    operationId: id,
    tags: [operation.interface],
    summary,
    description,
    parameters: [...pathParameters(operation.path), ...(operation.parameters ?? [])],
    requestBody: body && { required: true, content: describeContent(body, "input") },
    responses: Object.fromEntries(Object.entries(answers).map(([status, answer]) => [status, describeAnswer(answer)])),
    security: getSecurity(operation),
  }
}

function pathParameters(path: string) {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: "path",
    required: true,
    schema: { type: "string" },
    description: name === "organizationUuid" ? "an organization's UUID, or `self`: the token's" : undefined,
  }))
}

function describeAnswer({ description, content, headers }: Answer) {
  return {
    description,
    content: content && describeContent(content, "output"),
    headers:
      headers &&
      Object.fromEntries(
        Object.entries(headers).map(([name, text]) => [name, { description: text, schema: { type: "string" } }])
      ),
  }
}

function describeContent({ schema, contentType = "application/json" }: Content, io: "input" | "output") {
  if (!schema) {
    return { [contentType]: { schema: contentType === "multipart/form-data" ? UPLOAD : { type: "string" } } }
  }
  const { $schema: _dialect, ...described } = z.toJSONSchema(schema, { io, unrepresentable: "any" })
  return { [contentType]: { schema: described } }
}

const UPLOAD = {
  type: "object",
  required: ["file"],
  properties: { file: { type: "string", contentMediaType: "application/octet-stream" } },
}

function getSecurity({ access, scopes }: Operation) {
  switch (access) {
    case "public":
      return []
    case "token-or-api-key":
      return [{ accessToken: [...scopes] }, { apiKey: [] }]
    case undefined:
      return [{ accessToken: [...scopes] }]
  }
}

/** A page that reads the document to a person: every call with its scopes, parameters and answers. */
export function referencePage(operations: readonly Operation[]): string {
  const sections = INTERFACES.map((name) => {
    const ownOperations = operations.filter((operation) => operation.interface === name)
    return `<section id="${name}"><h2>${title(name)}</h2>${ownOperations.map(article).join("\n")}</section>`
  })
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Reference</title>
<style>
  :root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; accent-color: #2563eb }
  body { margin: 0; display: grid; grid-template-columns: 14rem minmax(0, 1fr) }
  nav { position: sticky; top: 0; align-self: start; padding: 1.5rem; display: grid; gap: .5rem }
  main { padding: 1rem 2rem 4rem; max-width: 56rem }
  article:target { border-color: #2563eb } article { border: 1px solid #8884; border-radius: .5rem; padding: .75rem 1rem; margin: .75rem 0 }
  h3 { margin: 0; font: 600 .95rem/1.5 ui-monospace, monospace; overflow-wrap: anywhere }
  p { margin: .25rem 0 } dl { display: grid; grid-template-columns: max-content 1fr; gap: .1rem 1rem; margin: .5rem 0 0 }
  dt { font-family: ui-monospace, monospace } dd { margin: 0 } small { opacity: .75 } a { color: inherit }
  @media (max-width: 48rem) { body { grid-template-columns: 1fr } nav { position: static; display: flex; flex-wrap: wrap } }
</style>
<nav aria-label="Interfaces"><a href="/"><strong>Register</strong></a>${INTERFACES.map(
    (name) => `<a href="#${name}">${title(name)}</a>`
  ).join("")}<a href="/openapi.json">openapi.json</a></nav>
<main><h1>Reference</h1>
<p>Every call of the POS, as this sandbox serves it. The schemas of bodies are in
<a href="/openapi.json">openapi.json</a> (OpenAPI 3.1).</p>
${sections.join("\n")}
</main>
</html>
`
}

const title = (name: string) => escapeHtml(name.charAt(0).toUpperCase() + name.slice(1).replace("-", " "))

function article(operation: Operation): string {
  const { id, method, path, summary, description, scopes, access, parameters = [], answers } = operation
  const needs = access === "public" ? "no token" : scopes.length > 0 ? scopes.join(" and ") : "any scope"
  const key = access === "token-or-api-key" ? "; an API key does too" : ""
  const rows = [
    ...parameters.map(({ name, description: text, required }) => [name, `${text}${required ? " (required)" : ""}`]),
    ...Object.entries(answers).map(([status, answer]) => [status, answer.description]),
  ]
  const list = rows.map(([term = "", text = ""]) => `<dt>${escapeHtml(term)}</dt><dd>${escapeHtml(text)}</dd>`)
  return `<article id="${id}">
<h3>${method.toUpperCase()} ${escapeHtml(path)}</h3>
<p>${escapeHtml(summary)} <small>(${escapeHtml(needs + key)})</small></p>
${description ? `<p>${escapeHtml(description)}</p>` : ""}
<dl>${list.join("")}</dl>
</article>`
}
