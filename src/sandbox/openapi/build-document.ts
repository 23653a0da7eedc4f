import { z } from "zod"
import { SCOPES } from "../../pos-api/contract"
import { INTERFACES } from "../http/interfaces"
import type { Answer, Content, Operation } from "./operation"
import { FINANCE_OPERATIONS } from "./operations/finance"
import { IMAGE_OPERATIONS } from "./operations/images"
import { INVENTORY_OPERATIONS } from "./operations/inventory"
import { LIBRARY_OPERATIONS } from "./operations/library"
import { OAUTH_OPERATIONS } from "./operations/oauth"
import { PRODUCT_OPERATIONS } from "./operations/products"
import { PURCHASE_OPERATIONS } from "./operations/purchases"
import { SUBSCRIPTION_OPERATIONS } from "./operations/subscriptions"

export const OPERATIONS: readonly Operation[] = [
  ...OAUTH_OPERATIONS,
  ...PRODUCT_OPERATIONS,
  ...LIBRARY_OPERATIONS,
  ...IMAGE_OPERATIONS,
  ...PURCHASE_OPERATIONS,
  ...SUBSCRIPTION_OPERATIONS,
  ...INVENTORY_OPERATIONS,
  ...FINANCE_OPERATIONS,
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
        "The sandbox answers as the service is specified, or as the running one was observed to: " +
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
    ...(description ? { description } : {}),
    parameters: [...pathParameters(operation.path), ...(operation.parameters ?? [])],
    ...(body ? { requestBody: { required: true, content: describeContent(body, "input") } } : {}),
    responses: Object.fromEntries(Object.entries(answers).map(([status, answer]) => [status, describeAnswer(answer)])),
    security: securityOf(operation),
  }
}

function pathParameters(path: string) {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: "path",
    required: true,
    schema: { type: "string" },
    ...(name === "organizationUuid" ? { description: "an organisation's UUID, or `self`: the token's" } : {}),
  }))
}

function describeAnswer({ description, content, headers }: Answer) {
  return {
    description,
    ...(content ? { content: describeContent(content, "output") } : {}),
    ...(headers
      ? {
          headers: Object.fromEntries(
            Object.entries(headers).map(([name, text]) => [name, { description: text, schema: { type: "string" } }])
          ),
        }
      : {}),
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

function securityOf({ access, scopes }: Operation) {
  switch (access) {
    case "public":
      return []
    case "token-or-api-key":
      return [{ accessToken: [...scopes] }, { apiKey: [] }]
    case undefined:
      return [{ accessToken: [...scopes] }]
  }
}
