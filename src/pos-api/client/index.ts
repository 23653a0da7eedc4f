import { type Clock, systemClock } from "../clock"
import { organizationsApi, usersApi } from "./account"
import { accountTransactionsApi } from "./account-transactions"
import type { PosAddresses } from "./addresses"
import { authorized, type AuthorizedSend } from "./authorized"
import type { CallBudgets, Lane, PosInterface } from "./call-budget"
import { giftCardsApi } from "./gift-cards"
import { createHttp, type HttpOptions } from "./create-http"
import { imagesApi } from "./images"
import { importsApi } from "./imports"
import { inventoryApi } from "./inventory"
import { productsApi } from "./products"
import { purchasesApi } from "./purchases"
import { subscriptionsApi } from "./subscriptions"
import type { TokenProvider } from "./token-provider"
import { Turnstile } from "./wait-for-turn"

export { OpenPeriodError } from "./account-transactions"
export * from "./addresses"
export * from "./api-key"
export * from "./call-budget"
export * from "./credential-errors"
export * from "./errors"
export { createHttp, type HttpOptions } from "./create-http"
export { type ImageFile, type ImageImportOutcome, ImageTooLargeError } from "./images"
export type { ReadRow, ReadStock } from "./inventory"
export { nullIfNotFound } from "./null-if-not-found"
export * from "./oauth"
export type { CallObserver, ObservedInterface } from "./observe-calls"
export { itemsOf, MAX_KEPT_RECORD, parseItems, type ReadItems, type UnreadableItem } from "./parse-items"
export { probeAddress } from "./probe-address"
export { probeReachability, type Reachability } from "./probe-reachability"
export type { ProductWithEtag, WrittenProduct } from "./products"
export type { LibraryReading } from "./read-library"
export type { KnownSubscription } from "./subscriptions"
export type { TokenProvider } from "./token-provider"

/** Everything one organisation's credentials can reach; one file an interface. */
export type PosClient = ReturnType<typeof createPosClient>

/** Pacing of one organisation's interfaces; one for all clients of a process that share the budgets. */
export type Pacing = Partial<Record<PosInterface, Turnstile>>

export function pacingOf(budgets: CallBudgets, clock?: Clock): Pacing {
  return Object.fromEntries(
    Object.entries(budgets).map(([name, budget]) => [name, new Turnstile(budget, clock ? { clock } : {})])
  )
}

/**
 * @param input.tokenProvider decides whose organisation the calls act on
 * @param input.pacing how many calls of an interface the service takes; without it calls go as they come
 * @param input.lane who waits behind whom, see Lane
 * @param input.signal ends the wait of calls that have no turn yet
 */
export function createPosClient(input: {
  addresses: PosAddresses
  tokenProvider: TokenProvider
  httpOptions?: HttpOptions
  clock?: Clock
  pacing?: Pacing
  lane?: Lane
  signal?: AbortSignal
}) {
  const { addresses, pacing = {}, lane = "urgent", signal } = input
  const clock = input.clock ?? systemClock
  const unpaced = createHttp(input.httpOptions)
  const sendTo = (name: PosInterface): AuthorizedSend => {
    const turnstile = pacing[name]
    const http = turnstile ? createHttp(input.httpOptions, { turnstile, lane, signal }) : unpaced
    return authorized(http, input.tokenProvider, name)
  }
  return {
    products: productsApi(sendTo("products"), addresses.productLibraryUrl),
    imports: importsApi(sendTo("imports"), addresses.productLibraryUrl, clock),
    images: imagesApi(sendTo("images"), addresses.imageUrl),
    purchases: purchasesApi(sendTo("purchases"), addresses.purchaseUrl),
    giftCards: giftCardsApi(sendTo("giftCards"), addresses.giftCardUrl),
    accountTransactions: accountTransactionsApi(sendTo("accountTransactions"), addresses.financeUrl, clock),
    subscriptions: subscriptionsApi(sendTo("subscriptions"), addresses.pusherUrl),
    users: usersApi(sendTo("users"), addresses.oauthUrl),
    organizations: organizationsApi(sendTo("organizations"), addresses.accountUrl),
    /** null when the shop has configured no inventory address */
    inventory: addresses.inventoryUrl ? inventoryApi(sendTo("inventory"), addresses.inventoryUrl) : null,
  }
}
