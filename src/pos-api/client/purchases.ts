import {
  type Purchase,
  PURCHASE_IDENTIFIERS,
  type PurchaseList,
  type PurchaseListQuery,
  purchaseListSchema,
  purchaseSchema,
} from "../contract"
import type { AuthorizedSend } from "./token-provider"
import { PosNotFoundError } from "./errors"
import { getItems, type UnreadableItem } from "./read-items"

const LABEL = "purchases"

const pageSchema = purchaseListSchema.extend({ purchases: getItems(purchaseSchema, PURCHASE_IDENTIFIERS) })

/** A page of purchases, and its unreadable records. */
export type PurchasePage = PurchaseList & { unreadable: UnreadableItem[] }

/** Purchase API: read-only receipts (spec "Purchase interface"). */
export function purchasesApi(send: AuthorizedSend, baseUrl: string) {
  const api = {
    async list(query: PurchaseListQuery = {}): Promise<PurchasePage> {
      const { data } = await send(LABEL, { url: `${baseUrl}/purchases/v2`, params: query }, pageSchema)
      return { ...data, purchases: data.purchases.items, unreadable: data.purchases.unreadable }
    },
    /**
     * Fetches one purchase, by the path of the POS's API reference or, where that is unknown, by the path of its guides
     * (docs/reference/pos-api.md "onePurchase").
     * @throws PosNotFoundError
     */
    async get(purchaseUuid: string): Promise<Purchase> {
      const read = async (path: string) => (await send(LABEL, { url: `${baseUrl}/${path}` }, purchaseSchema)).data
      try {
        return await read(`purchase/v2/${purchaseUuid}`)
      } catch (error) {
        if (!(error instanceof PosNotFoundError)) {
          throw error
        }
        return read(`purchases/v2/${purchaseUuid}`)
      }
    },
    /**
     * Fetches pages until an empty one. An empty page has no cursor: the last one stays valid as "everything since". A
     * page whose cursor repeats is the last.
     */
    async *pages(
      query: PurchaseListQuery = {}
    ): AsyncGenerator<Pick<PurchasePage, "purchases" | "unreadable"> & { cursor: string | null }> {
      let cursor = query.lastPurchaseHash ?? null
      for (;;) {
        const { purchases, unreadable, lastPurchaseHash } = await api.list({
          ...query,
          lastPurchaseHash: cursor ?? undefined,
        })
        if (purchases.length + unreadable.length === 0) {
          return
        }
        const next = lastPurchaseHash ?? cursor
        yield { purchases, unreadable, cursor: next }
        if (next === cursor) {
          return
        }
        cursor = next
      }
    },
  }
  return api
}
