import { z } from "zod"
import { version } from "../../../package.json"
import { ERRORS } from "../../../src/contract/errors"
import { getPolicyKey } from "../../../src/contract/permissions"
import { notificationSchema } from "../../../src/pos-api/contract/notification"
import type { SourceProgram } from "../source-program"
import type { Answer } from "./answers"
import type { Input, Route } from "./read-routes"
import { isWebhook, securityOf, securitySchemes } from "./security"
import { shareSchemas } from "./share-schemas"
import { type Json, schemaOfType } from "./type-schema"

/** The plugin's HTTP interface as OpenAPI 3.1: what is taken from the validators, what is answered from the handlers. */
export function buildDocument({ checker }: SourceProgram, routes: Route[]): Json {
  const paths: Record<string, Json> = {}
  for (const route of routes) {
    const path = route.served.replace(/:(\w+)/g, "{$1}")
    paths[path] = {
      ...paths[path],
      [route.method.toLowerCase()]: operationOf(route, (type) => schemaOfType(checker, type)),
    }
  }
  const shared = shareSchemas(paths)
  return {
    openapi: "3.1.0",
    info: {
      title: "medusa-plugin-pos",
      version,
      description:
        "What the plugin adds to a Medusa shop's HTTP interface. Amounts are minor units unless it says otherwise.",
      license: { name: "MIT", identifier: "MIT" },
    },
    paths: shared.paths,
    components: { securitySchemes, schemas: { Error: errorSchema, ...shared.schemas } },
  }
}

type ToSchema = (type: NonNullable<Answer["content"]>) => Json

function operationOf(route: Route, toSchema: ToSchema): Json {
  const names = [...route.served.matchAll(/:(\w+)/g)].flatMap(([, name]) => name ?? [])
  const inPath = names.map((name) => ({ name, in: "path", required: true, schema: { type: "string" } }))
  const body = isWebhook(route) ? { schema: notificationSchema, comments: new Map() } : route.body
  return {
    operationId: operationIdOf(route),
    tags: [tagOf(route)],
    description: textOf(route),
    ...(route.permission === null ? {} : { "x-policy": getPolicyKey(route.permission) }),
    security: securityOf(route),
    ...(inPath.length > 0 || route.query ? { parameters: [...inPath, ...inQuery(route.query)] } : {}),
    ...(body ? { requestBody: { required: true, content: { "application/json": { schema: schemaOf(body) } } } } : {}),
    responses: responsesOf(route, toSchema),
  }
}

/** What the handler's comment says, without the route's name, which stands before it. */
export const textOf = ({ comment }: Route): string => comment.replace(/^`(GET|POST|DELETE) [^`]*` ?(→ )?/, "")

/** The resource: `runs` of `/admin/pos/runs/:id`. */
export const tagOf = ({ served }: Route): string => {
  const [, area = "", , resource = ""] = served.split("/")
  return area === "admin" ? resource : area
}

function operationIdOf({ method, served }: Route): string {
  const [area = "", , ...words] = served.split(/[/:_-]+/).filter(Boolean)
  const named = [...(area === "admin" ? [] : [area]), ...words]
  return method.toLowerCase() + named.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join("")
}

function inQuery(query: Input | null): Json[] {
  const { properties, required = [] } = query ? jsonSchemaOf(query.schema) : {}
  return Object.entries(properties ?? {}).map(([name, schema]) => ({
    name,
    in: "query",
    required: required.includes(name),
    schema,
    ...(query?.comments.has(name) ? { description: query.comments.get(name) } : {}),
  }))
}

function schemaOf({ schema, comments }: Input): Json {
  const { properties = {}, ...rest } = jsonSchemaOf(schema)
  const described = Object.entries(properties).map(([name, member]) => {
    const description = comments.get(name)
    return [name, description && typeof member === "object" ? { ...member, description } : member]
  })
  return { ...rest, properties: Object.fromEntries(described) }
}

function jsonSchemaOf(schema: z.ZodType) {
  const { $schema: _named, ...rest } = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" })
  return rest
}

function responsesOf(route: Route, toSchema: ToSchema): Json {
  const own = new Map<number, Json>()
  for (const { statuses, mediaType, content } of route.answers) {
    const schema = content ? toSchema(content) : { type: "string" }
    for (const status of statuses) {
      own.set(status, { description: DESCRIPTIONS[status] ?? "", content: { [mediaType]: { schema } } })
    }
  }
  const refused = [
    ...(route.query || route.body ? [400] : []),
    ...(route.served.startsWith("/admin") ? [401] : []),
    ...(route.permission === null ? [] : [403]),
    ...(route.served.includes(":") ? [404] : []),
  ].filter((status) => !own.has(status))
  const known = [...own, ...refused.map((status): [number, Json] => [status, failure(DESCRIPTIONS[status] ?? "")])]
  return {
    ...Object.fromEntries(known.sort(([first], [second]) => first - second)),
    ...(isOurs(route) ? { default: failure("Whatever else went wrong; `message` says what, and what to do") } : {}),
  }
}

/** The webhook endpoint and what watches the shop answer by themselves; Medusa writes the failures of the others. */
const isOurs = ({ served }: Route) => !served.startsWith("/hooks")

const failure = (description: string): Json => ({
  description,
  content: { "application/json": { schema: { $ref: "#/components/schemas/Error" } } },
})

const DESCRIPTIONS: Record<number, string> = {
  200: "Done",
  201: "Created",
  202: "Accepted; it continues in the background",
  400: "The request is not valid",
  401: "The user is not signed in, or the credentials are not valid",
  403: "With roles: the caller has no role with the policy of this route",
  404: "There is no such record",
  415: "Not JSON",
  429: "Too many attempts; `Retry-After` says when to try again",
  502: "The POS is not reachable",
  503: "Not available now",
}

const errorSchema: Json = {
  type: "object",
  description:
    "As Medusa writes errors. `code` says which error it is and does not change; errors of Medusa itself may have none.",
  properties: {
    type: { type: "string" },
    code: { type: "string", examples: Object.keys(ERRORS) },
    message: { type: "string" },
  },
  required: ["message"],
}
