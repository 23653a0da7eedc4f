import type { Service } from "../../lib/answers/connection"

const KEY_NAME = "Medusa"

/**
 * The service's page on which a key is made, with name and scopes filled in (scopes separated by "+", as it reads
 * them); null when the shop has not configured where it is.
 */
export function keyPageLink(service: Service): string | null {
  if (service.key_page_url === null) {
    return null
  }
  const scopes = [...service.required_scopes, ...service.recommended_scopes].map(encodeURIComponent).join("+")
  const separator = service.key_page_url.includes("?") ? "&" : "?"
  return `${service.key_page_url}${separator}name=${KEY_NAME}&scopes=${scopes}`
}
