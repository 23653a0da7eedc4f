import { setTimeout as sleep } from "node:timers/promises"
import type { MedusaContainer } from "@medusajs/framework/types"
import type { AxiosInstance } from "axios"
import { POS_MODULE } from "../../../../src/modules/pos"
import { isBusy } from "../../../../src/modules/pos/connection-store"
import { insertInboxEntries } from "../../../../src/runtime/inbox-store"
import type { Purchase } from "../../../../src/pos-api/contract"
import { drainInbox } from "../../../../src/runtime/inbox"
import type { SeededStoreIds } from "../seed-store"
import type { ConnectedStore } from "../use-connected-store"
import type { Register } from "./register"

type Merchant = {
  api: Pick<AxiosInstance, "post">
  admin: { headers: Record<string, string> }
  shop: SeededStoreIds
  container: MedusaContainer
}

/** A merchant with further registers, in a store that has a connected one. */
export const merchantIn = (
  here: ConnectedStore,
  { api, getContainer }: { api: Merchant["api"]; getContainer: () => MedusaContainer }
) => merchantOf(() => ({ api, admin: here.fixture.admin, shop: here.shop, container: getContainer() }))

/** Somebody who connects a register with the store and brings its receipts in. */
export function merchantOf(here: () => Merchant) {
  const connect = async (register: Pick<Register, "apiKey">): Promise<string> => {
    const { api, admin, shop } = here()
    const choices = {
      sales_channel_id: shop.salesChannelId,
      stock_location_id: shop.stockLocationId,
      region_id: shop.regionId,
    }
    const { data } = await api.post("/admin/pos/connections", { api_key: register.apiKey, ...choices }, admin)
    return data.connection.id
  }

  const mirror = async (connectionId: string, purchases: Purchase[]): Promise<void> => {
    const { container } = here()
    const entries = purchases.map((payload) => {
      const key = `purchase:${payload.purchaseUUID1}`
      const found = { natural_key: key, aggregate: key, event_name: "PurchaseCreated", source: "poll" as const }
      return { ...found, payload, message_timestamp: null }
    })
    await container.resolve(POS_MODULE).query((sql) => insertInboxEntries(sql, connectionId, entries))
    await drainInbox(container, connectionId)
    // A sweep of the store may have claimed some of them before.
    while (await container.resolve(POS_MODULE).query((sql, now) => isBusy(sql, connectionId, now))) {
      await sleep(50)
    }
  }

  /** Mirrors all purchases of the register. */
  const mirrorAll = async (connectionId: string): Promise<void> => {
    const client = await here().container.resolve(POS_MODULE).clientOf(connectionId)
    let lastPurchaseHash: string | undefined
    for (;;) {
      const page = await client.purchases.list({ limit: 200, ...(lastPurchaseHash ? { lastPurchaseHash } : {}) })
      if (page.purchases.length === 0) {
        return
      }
      await mirror(connectionId, page.purchases)
      lastPurchaseHash = page.lastPurchaseHash ?? undefined
    }
  }

  return { connect, mirror, mirrorAll }
}
