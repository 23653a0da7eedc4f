import { getPolicyKey } from "../../src/contract/permissions"
import { type Route } from "./openapi/read-routes"
import { tagOf, textOf } from "./openapi/build-document"
import { table } from "./table"

/** The sections of docs/reference/http.md, by name. */
export function httpSections(routes: Route[]): Map<string, string> {
  const tags = [...new Set(routes.map(tagOf))]
  const parts = tags.map((tag) => {
    const rows = routes
      .filter((route) => tagOf(route) === tag)
      .map((route) => [nameOf(route), policyOf(route), takenBy(route), textOf(route)])
    return `### ${tag}\n\n${table(["route", "policy", "parameters", "what it does"], rows)}`
  })
  return new Map([["routes", parts.join("\n\n")]])
}

const nameOf = ({ method, served }: Route) => `\`${method} ${served}\``

const policyOf = ({ permission }: Route) => (permission === null ? "" : `\`${getPolicyKey(permission)}\``)

/** Names of what a request may hold. */
function takenBy({ query, body }: Route): string {
  const { schema } = query ?? body ?? {}
  return schema && "shape" in schema && typeof schema.shape === "object" && schema.shape !== null
    ? Object.keys(schema.shape)
        .map((name) => `\`${name}\``)
        .join(", ")
    : ""
}
