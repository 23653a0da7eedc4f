import { z } from "@medusajs/framework/zod"
import {
  type Balance,
  balanceListSchema,
  type Inventory,
  inventoryListSchema,
  type MovementRequest,
  parseTimestamp,
  type TrackingChange,
} from "../contract"
import type { AuthorizedSend } from "./authorized"

const LABEL = "inventory"

/** Balances, and the moment they are of by the service's own clock, to the second; null where it does not tell. */
export type ReadBalances = { balances: Balance[]; readAt: Date | null }

/** The inventory interface, version 3 (service-facts "Inventory interface"): balances are moved, never set. */
export function inventoryApi(send: AuthorizedSend, baseUrl: string) {
  return {
    async inventories(): Promise<Inventory[]> {
      return (await send(LABEL, { url: `${baseUrl}/v3/inventories` }, inventoryListSchema)).data
    },
    async setTracking(changes: TrackingChange[]): Promise<void> {
      await send(LABEL, { method: "post", url: `${baseUrl}/v3/products`, data: changes }, z.unknown())
    },
    /** Moves positive quantities; a repeat of `identifier` is not applied again. */
    async move(request: MovementRequest): Promise<void> {
      await send(LABEL, { method: "post", url: `${baseUrl}/v3/movements`, data: request }, z.unknown())
    },
    async stock(inventoryUuid: string): Promise<ReadBalances> {
      return readBalances(send, `${baseUrl}/v3/stock/${inventoryUuid}`)
    },
    async productStock(inventoryUuid: string, productUuid: string): Promise<ReadBalances> {
      return readBalances(send, `${baseUrl}/v3/stock/${inventoryUuid}/products/${productUuid}`)
    },
  }
}

async function readBalances(send: AuthorizedSend, url: string): Promise<ReadBalances> {
  const { data, headers } = await send(LABEL, { url }, balanceListSchema)
  return { balances: data, readAt: parseTimestamp(z.string().safeParse(headers.date).data) }
}
