import { brandNames, DEFAULT_BRAND } from "../../../src/pos-api/contract"
import type { Route } from "./read-routes"
import type { Json } from "./type-schema"

/** The webhook endpoint. */
export const isWebhook = ({ served }: Route) => served === "/hooks/pos/:connection_id"

export const securitySchemes: Json = {
  session: { type: "apiKey", in: "cookie", name: "connect.sid", description: "A session of the admin" },
  token: { type: "http", scheme: "bearer", description: "A token of Medusa's authentication" },
  secretKey: { type: "http", scheme: "basic", description: "A secret API key of the shop as the user name" },
  publishableKey: { type: "apiKey", in: "header", name: "x-publishable-api-key", description: "Of the storefront" },
  signature: {
    type: "apiKey",
    in: "header",
    name: brandNames(DEFAULT_BRAND).signatureHeader,
    description: "The POS's signature over the body; its header is named by the option `brand`",
  },
  monitoring: { type: "http", scheme: "bearer", description: "The token of the option `monitoring`" },
}

/** Who may ask. */
export function securityOf(route: Route): Json[] {
  if (route.served.startsWith("/admin")) {
    return [{ session: [] }, { token: [] }, { secretKey: [] }]
  }
  if (route.served.startsWith("/store")) {
    return [{ publishableKey: [] }]
  }
  return isWebhook(route) ? [{ signature: [] }] : [{ monitoring: [] }, ...(route.served.endsWith("/ready") ? [{}] : [])]
}
