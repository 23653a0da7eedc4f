import Medusa from "@medusajs/js-sdk"

/** The dashboard's own session; the globals are set where the shop's admin is built. */
export const sdk = new Medusa({
  baseUrl: __BACKEND_URL__ ?? "/",
  auth: { type: __AUTH_TYPE__ ?? "session", jwtTokenStorageKey: __JWT_TOKEN_STORAGE_KEY__ },
})
