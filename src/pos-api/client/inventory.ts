import { z } from "zod"
import {
  type Inventory,
  inventoryListSchema,
  type LowStock,
  type MovementRequest,
  parseTimestamp,
  type StockRow,
  stockRowSchema,
  type TrackingChange,
  type TrackingStatus,
  trackingStatusSchema,
} from "../contract"
import type { AuthorizedSend } from "./authorized"
import { PosContractError, PosRefusedError } from "./errors"
import { nextPage } from "./next-page"
import { nullIfNotFound } from "./null-if-not-found"
import { itemsOf, type UnreadableItem } from "./parse-items"

const LABEL = "inventory"

/** The most rows that a page holds. */
const ROWS_IN_PAGE = 1_000

/** A list that does not end by then goes round in circles. */
const MOST_PAGES = 10_000

/** A balance, and the moment it is of by the service's own clock, to the second; null where it does not tell. */
export type ReadRow = StockRow & { readAt: Date | null }

/** Balances. A variant without a row has a balance of 0, at `readAt`; unless its row is among the unreadable ones. */
export type ReadStock = { rows: ReadRow[]; unreadable: UnreadableItem[]; readAt: Date | null }

const pageSchema = itemsOf(stockRowSchema, ["variantUuid"])
const statusListSchema = z.array(trackingStatusSchema)

/**
 * The inventory interface, version 3 (observed "Inventory"): balances are moved, never set. What it is
 * observed to answer beside, see docs/service.md [stockRow], [stockPages], [movements] and [stores].
 */
export function inventoryApi(send: AuthorizedSend, baseUrl: string) {
  return {
    async inventories(): Promise<Inventory[]> {
      return (await send(LABEL, { url: `${baseUrl}/v3/inventories` }, inventoryListSchema)).data
    },
    /** Switches the counting of products on or off; balances are kept. Doing it twice changes nothing. */
    async setTracking(changes: TrackingChange[]): Promise<void> {
      await send(LABEL, { method: "post", url: `${baseUrl}/v3/products`, data: changes }, z.unknown())
    },
    /** Whether products are counted, in one call; null where the service has no such route. */
    async trackingStatus(productUuids: string[]): Promise<TrackingStatus[] | null> {
      const request = { method: "post", url: `${baseUrl}/v3/products/status`, data: productUuids }
      return nullIfNotFound(send(LABEL, request, statusListSchema).then(({ data }) => data))
    },
    /**
     * Moves positive quantities, once: sent again they might move again, also under the same identifier. A failure
     * whose `effect` is `unknown` may have moved them, all or some.
     */
    async move(request: MovementRequest): Promise<void> {
      const call = { method: "post", url: `${baseUrl}/v3/movements`, data: request, repeatable: false }
      await send(LABEL, call, z.unknown())
    },
    /** Sets from which levels on stock is low, in one call; doing it twice changes nothing. */
    async setLowStock(levels: LowStock[]): Promise<void> {
      await send(LABEL, { method: "post", url: `${baseUrl}/v3/custom-low-stock`, data: levels }, z.unknown())
    },
    /**
     * Whether the service has that route: a list of nothing is refused or taken, and what a 404 was about is a variant. Else
     * it is about the route.
     */
    async keepsLowStock(): Promise<boolean> {
      const request = { method: "post", url: `${baseUrl}/v3/custom-low-stock`, data: [] }
      try {
        return (await nullIfNotFound(send(LABEL, request, z.unknown()))) !== null
      } catch (error) {
        if (error instanceof PosRefusedError) {
          return true
        }
        throw error
      }
    },
    /** All balances of an inventory, page by page. */
    async stock(inventoryUuid: string): Promise<ReadStock> {
      return readPages(send, `${baseUrl}/v3/stock/${inventoryUuid}?limit=${ROWS_IN_PAGE}`)
    },
    async productStock(inventoryUuid: string, productUuid: string): Promise<ReadStock> {
      return readPages(send, `${baseUrl}/v3/stock/${inventoryUuid}/products/${productUuid}`)
    },
  }
}

async function readPages(send: AuthorizedSend, first: string): Promise<ReadStock> {
  const call = `GET ${new URL(first).pathname} (${LABEL})`
  const read: ReadStock = { rows: [], unreadable: [], readAt: null }
  let url: string | null = first
  for (let page = 0; url !== null; page++) {
    if (page === MOST_PAGES) {
      throw new PosContractError({ call }, `the list has no end after ${MOST_PAGES} pages`, true)
    }
    const { data, headers }: Awaited<ReturnType<typeof send<typeof pageSchema>>> = await send(
      LABEL,
      { url },
      pageSchema
    )
    const readAt = parseTimestamp(z.string().safeParse(headers.date).data)
    read.readAt ??= readAt
    read.rows.push(...data.items.map((row) => ({ ...row, readAt })))
    read.unreadable.push(...data.unreadable)
    url = nextPage(headers, url, call)
  }
  return read
}
