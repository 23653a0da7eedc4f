import { type Clock, systemClock } from "../clock"
import { organizationsApi, usersApi } from "./account"
import type { PosAddresses } from "./addresses"
import { authorized } from "./authorized"
import { createHttp, type HttpOptions } from "./http"
import { importsApi } from "./imports"
import { inventoryApi } from "./inventory"
import { productsApi } from "./products"
import { purchasesApi } from "./purchases"
import { subscriptionsApi } from "./subscriptions"
import type { TokenProvider } from "./token-provider"

export * from "./addresses"
export * from "./errors"
export { createHttp, type HttpOptions } from "./http"
export type { ProductWithEtag } from "./products"
export * from "./token-provider"

/** Everything one organisation's credentials can reach; one file an interface. */
export type PosClient = ReturnType<typeof createPosClient>

/** @param input.tokenProvider decides whose organisation the calls act on */
export function createPosClient(input: {
  addresses: PosAddresses
  tokenProvider: TokenProvider
  httpOptions?: HttpOptions
  clock?: Clock
}) {
  const { addresses } = input
  const clock = input.clock ?? systemClock
  const send = authorized(createHttp(input.httpOptions), input.tokenProvider)
  return {
    products: productsApi(send, addresses.productLibraryUrl),
    imports: importsApi(send, addresses.productLibraryUrl, clock),
    purchases: purchasesApi(send, addresses.purchaseUrl),
    subscriptions: subscriptionsApi(send, addresses.pusherUrl),
    users: usersApi(send, addresses.oauthUrl),
    organizations: organizationsApi(send, addresses.accountUrl),
    /** null when the shop has configured no inventory address */
    inventory: addresses.inventoryUrl ? inventoryApi(send, addresses.inventoryUrl) : null,
  }
}
