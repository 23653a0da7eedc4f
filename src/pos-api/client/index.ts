import { type Clock, systemClock } from "../clock"
import { giftCardsApi, organizationsApi, usersApi } from "./account"
import { accountTransactionsApi } from "./account-transactions"
import type { PosAddresses } from "./addresses"
import { authorized, type AuthorizedSend, type TokenProvider } from "./token-provider"
import { type CallBudgets, type Lane, type PosInterface, Turnstile } from "./call-budget"
import { createHttp, type HttpOptions } from "./create-http"
import { imagesApi } from "./images"
import { inventoryApi } from "./inventory"
import { importsApi, productsApi } from "./products"
import { purchasesApi } from "./purchases"
import { subscriptionsApi } from "./subscriptions"

export { isSameOrganization, organizationTokenProvider, requireOrganization } from "./account"
export { OpenPeriodError } from "./account-transactions"
export {
  type PosAddresses,
  posAddressesSchema,
  probeAddress,
  probeReachability,
  type Reachability,
  singleOrigin,
} from "./addresses"
export * from "./oauth"
export * from "./call-budget"
export * from "./token-endpoint"
export * from "./errors"
export { createHttp, type HttpOptions } from "./create-http"
export { type ImageFile, type ImageImportOutcome, ImageTooLargeError } from "./images"
export type { ReadRow, ReadStock } from "./inventory"
export { nullIfNotFound } from "./send"
export type { CallObserver, ObservedInterface } from "./create-http"
export { getItems, MAX_KEPT_RECORD, parseItems, type ReadItems, type UnreadableItem } from "./read-items"

export type { ProductWithEtag, WrittenProduct } from "./products"
export type { LibraryReading } from "./read-library"
export type { KnownSubscription } from "./subscriptions"
export type { TokenProvider } from "./token-provider"

/** POS client of one organization's credentials. */
export type PosClient = ReturnType<typeof createPosClient>

/** Queues of one organization's interfaces; shared by all clients of a process with the same budgets. */
export type Pacing = Partial<Record<PosInterface, Turnstile>>

/** Creates the queues of the interfaces that have a rate limit. */
export function getPacing(budgets: CallBudgets, clock?: Clock): Pacing {
  return Object.fromEntries(
    Object.entries(budgets).map(([name, budget]) => [name, new Turnstile(budget, clock ? { clock } : {})])
  )
}

/**
 * Creates a client of the POS API.
 * @param input.tokenProvider determines the organization of the calls
 * @param input.pacing queues of the interfaces with rate limits; without it calls are not limited
 * @param input.lane priority of the calls, see Lane
 * @param input.signal aborts the wait of calls that have no turn yet
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
    /** null when no inventory address is configured */
    inventory: addresses.inventoryUrl ? inventoryApi(sendTo("inventory"), addresses.inventoryUrl) : null,
  }
}
