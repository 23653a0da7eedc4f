import { type Clock, systemClock } from "../clock"
import { organizationsApi, usersApi } from "./account"
import { accountTransactionsApi } from "./account-transactions"
import type { PosAddresses } from "./addresses"
import { authorized } from "./authorized"
import { giftCardsApi } from "./gift-cards"
import { createHttp, type HttpOptions } from "./http"
import { imagesApi } from "./images"
import { importsApi } from "./imports"
import { inventoryApi } from "./inventory"
import { productsApi } from "./products"
import { purchasesApi } from "./purchases"
import { subscriptionsApi } from "./subscriptions"
import type { TokenProvider } from "./token-provider"

export { OpenPeriodError } from "./account-transactions"
export * from "./addresses"
export * from "./api-key"
export * from "./credential-errors"
export * from "./errors"
export { createHttp, type HttpOptions } from "./http"
export { type ImageFile, type ImageImportOutcome, ImageTooLargeError } from "./images"
export * from "./oauth"
export type { ProductWithEtag } from "./products"
export type { TokenProvider } from "./token-provider"

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
    images: imagesApi(send, addresses.imageUrl),
    purchases: purchasesApi(send, addresses.purchaseUrl),
    giftCards: giftCardsApi(send, addresses.giftCardUrl),
    accountTransactions: accountTransactionsApi(send, addresses.financeUrl, clock),
    subscriptions: subscriptionsApi(send, addresses.pusherUrl),
    users: usersApi(send, addresses.oauthUrl),
    organizations: organizationsApi(send, addresses.accountUrl),
    /** null when the shop has configured no inventory address */
    inventory: addresses.inventoryUrl ? inventoryApi(send, addresses.inventoryUrl) : null,
  }
}
