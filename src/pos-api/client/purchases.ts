import {
  type Purchase,
  type PurchaseList,
  type PurchaseListQuery,
  purchaseListSchema,
  purchaseSchema,
} from "../contract"
import type { AuthorizedSend } from "./authorized"

const LABEL = "purchases"

/** The purchase interface: read-only receipts (spec "Purchase interface"). */
export function purchasesApi(send: AuthorizedSend, baseUrl: string) {
  const api = {
    async list(query: PurchaseListQuery = {}): Promise<PurchaseList> {
      return (await send(LABEL, { url: `${baseUrl}/purchases/v2`, params: query }, purchaseListSchema)).data
    },
    /** @throws PosNotFoundError */
    async get(purchaseUuid: string): Promise<Purchase> {
      return (await send(LABEL, { url: `${baseUrl}/purchases/v2/${purchaseUuid}` }, purchaseSchema)).data
    },
    /**
     * Page after page until an empty one. An empty page carries no cursor: the last one given stays valid as
     * "everything since".
     */
    async *pages(query: PurchaseListQuery = {}): AsyncGenerator<{ purchases: Purchase[]; cursor: string | null }> {
      let cursor = query.lastPurchaseHash ?? null
      for (;;) {
        const page = await api.list({ ...query, ...(cursor ? { lastPurchaseHash: cursor } : {}) })
        cursor = page.lastPurchaseHash ?? cursor
        if (page.purchases.length === 0) {
          return
        }
        yield { purchases: page.purchases, cursor }
      }
    },
  }
  return api
}
