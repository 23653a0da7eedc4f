import { z } from "zod"
import { setTimeout as sleep } from "node:timers/promises"
import { isAxiosError } from "axios"
import { createHttp } from "./create-http"

/** Base addresses of the POS interfaces: the placeholders of the spec, without a trailing slash. */
export const posAddressesSchema = z.object({
  /** products, prices, categories and taxes */
  productLibraryUrl: z.url(),
  /** image uploads */
  imageUrl: z.url(),
  /** purchases and refunds */
  purchaseUrl: z.url(),
  /** gift cards */
  giftCardUrl: z.url(),
  /** webhook subscriptions */
  pusherUrl: z.url(),
  /** account, transactions and payouts */
  financeUrl: z.url(),
  /** tokens and sign-in */
  oauthUrl: z.url(),
  /** organization profile; without it the merchant chooses country and currency */
  accountUrl: z.url().optional(),
  /** stock; without it stock moves only from the POS to the store */
  inventoryUrl: z.url().optional(),
})

/** Base addresses of the POS interfaces, without a trailing slash. */
export type PosAddresses = z.infer<typeof posAddressesSchema>

/** Returns the addresses of all interfaces on one origin, as in the sandbox. */
export function singleOrigin(url: string): PosAddresses {
  const origin = url.replace(/\/+$/, "")
  return {
    productLibraryUrl: origin,
    imageUrl: origin,
    purchaseUrl: origin,
    giftCardUrl: origin,
    pusherUrl: origin,
    financeUrl: origin,
    oauthUrl: origin,
    accountUrl: origin,
    inventoryUrl: origin,
  }
}

const TIMEOUT_MS = 4_000

/** A kept-alive connection may just have been closed, so that one failure proves nothing. */
const ATTEMPTS = 2
const RETRY_DELAY_MS = 1_000

/** Error codes of Node's HTTP parser: something has answered. */
const UNREADABLE = /^HPE_/

/** Whether an address answers; `reason`: the error of the last attempt. */
export type Reachability = { isReachable: true } | { isReachable: false; reason: string }

/**
 * Probes an address with a HEAD request without credentials. Every answer counts, also a rate limit, a server error and
 * one that cannot be parsed. Only no answer is an outage.
 */
export async function probeReachability(url: string): Promise<Reachability> {
  const http = createHttp({ timeoutMs: TIMEOUT_MS, retries: 0 })
  let reason = ""
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    try {
      // The client's timeout starts with the connection; this one includes the DNS lookup.
      await http.head(url, { validateStatus: () => true, signal: AbortSignal.timeout(TIMEOUT_MS) })
      return { isReachable: true }
    } catch (error) {
      if (!isAxiosError(error)) {
        throw error
      }
      reason = error.code ?? error.message
      if (UNREADABLE.test(reason)) {
        return { isReachable: true }
      }
    }
    if (attempt < ATTEMPTS) {
      await sleep(RETRY_DELAY_MS)
    }
  }
  return { isReachable: false, reason }
}

const ADDRESS_TIMEOUT_MS = 10_000

/** Answer of an address to a request without credentials. */
export type AddressAnswer = { status: number; data: unknown; date: Date | null; askedAt: Date; milliseconds: number }

/** Requests an address without credentials. @throws axios' error when there is no answer */
export async function probeAddress(url: string): Promise<AddressAnswer> {
  const http = createHttp({ timeoutMs: ADDRESS_TIMEOUT_MS, retries: 0 })
  const askedAt = new Date()
  const { status, data, headers } = await http.get<unknown>(url, { validateStatus: () => true })
  const serverTime = Date.parse(String(headers.date))
  const date = Number.isNaN(serverTime) ? null : new Date(serverTime)
  return { status, data, date, askedAt, milliseconds: Date.now() - askedAt.getTime() }
}
