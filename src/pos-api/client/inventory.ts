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
import type { AuthorizedSend } from "./token-provider"
import { PosContractError, PosRefusedError } from "./errors"
import { getItems, nextPage, type UnreadableItem } from "./read-items"
import { nullIfNotFound } from "./send"

const LABEL = "inventory"

/** The most rows in a page. */
const ROWS_IN_PAGE = 1_000

/** The most pages of a list; a longer one repeats its pages endlessly. */
const MOST_PAGES = 10_000

/** A balance and its moment by the POS's own clock, to the second; null where the POS does not say. */
export type ReadRow = StockRow & { readAt: Date | null }

/** Balances. A variant without a row has a balance of 0 at `readAt`, unless its row is among the unreadable ones. */
export type ReadStock = { rows: ReadRow[]; unreadable: UnreadableItem[]; readAt: Date | null }

const pageSchema = getItems(stockRowSchema, ["variantUuid"])
const statusListSchema = z.array(trackingStatusSchema)

/**
 * Inventory API, version 3 (observed "Inventory"): balances are moved, never set. For further observed answers see
 * docs/reference/pos-api.md [stockRow], [stockPages], [movements] and [stores].
 */
export function inventoryApi(send: AuthorizedSend, baseUrl: string) {
  return {
    async inventories(): Promise<Inventory[]> {
      return (await send(LABEL, { url: `${baseUrl}/v3/inventories` }, inventoryListSchema)).data
    },
    /** Switches stock tracking of products on or off; balances are kept. A repeat changes nothing. */
    async setTracking(changes: TrackingChange[]): Promise<void> {
      await send(LABEL, { method: "post", url: `${baseUrl}/v3/products`, data: changes }, z.unknown())
    },
    /** Returns the tracking status of products, in one call; null where the POS has no such route. */
    async trackingStatus(productUuids: string[]): Promise<TrackingStatus[] | null> {
      const request = { method: "post", url: `${baseUrl}/v3/products/status`, data: productUuids }
      return nullIfNotFound(send(LABEL, request, statusListSchema).then(({ data }) => data))
    },
    /**
     * Moves positive quantities. A repeat might move them again, even under the same identifier. A failure with the
     * effect `unknown` may have moved all or some of them.
     */
    async move(request: MovementRequest): Promise<void> {
      const call = { method: "post", url: `${baseUrl}/v3/movements`, data: request, repeatable: false }
      await send(LABEL, call, z.unknown())
    },
    /** Sets low-stock levels, in one call. A repeat changes nothing. */
    async setLowStock(levels: LowStock[]): Promise<void> {
      await send(LABEL, { method: "post", url: `${baseUrl}/v3/custom-low-stock`, data: levels }, z.unknown())
    },
    /**
     * Returns whether the POS has the low-stock route. It sends an empty list, which the POS accepts or rejects. The
     * list names no variant, so a 404 can only mean that the route is missing.
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
    /** Reads all balances of an inventory, page by page. */
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
