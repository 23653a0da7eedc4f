import type { AxiosInstance } from "axios"
import { knex } from "@medusajs/framework/mikro-orm/knex"
import type { PosDriver } from "../../../test-support/pos-driver"
import type { Places } from "../../../test-support/browser/demo-store"
import { eventually } from "../../shop/support/eventually"
import { sendUnreadablePurchase } from "./send-unreadable"

const DAY_MS = 24 * 3_600_000

/** Connects the POS to the demo's shop, with a past that is in the store, and waits until both sides rest. */
export async function connectWithPast(api: AxiosInstance, posDriver: PosDriver): Promise<string> {
  const [channels, locations, regions] = await Promise.all(
    ["/sales-channels", "/stock-locations", "/regions"].map(async (path) => (await api.get(path)).data)
  )
  const chosen = {
    api_key: posDriver.apiKey,
    sales_channel_id: channels.sales_channels[0].id,
    stock_location_id: locations.stock_locations[0].id,
    region_id: regions.regions.find((region: { currency_code: string }) => region.currency_code === "sek").id,
  }
  const { status, data } = await api.post("/pos/connections", chosen, { validateStatus: null })
  expect({ status, data }).toMatchObject({ data: { connection: { id: expect.any(String) } } })
  const id: string = data.connection.id
  await eventually(async () => {
    const { connection } = (await api.get(`/pos/connections/${id}`)).data
    expect(connection.product_links).toMatchObject({ total: 64, pending: 0 })
  })
  await eventually(async () => expect((await api.get(`/pos/connections/${id}/health`)).data.health.stock_due).toBe(0))
  await posDriver.seed({ purchases: 30, days: 20, refundShare: 0.1 })
  const since = new Date(Date.now() - 60 * DAY_MS).toISOString().slice(0, "YYYY-MM-DD".length)
  const begun = await api.post(`/pos/connections/${id}/backfill`, { since })
  await runEnds(api, begun.data.run_id)
  return id
}

async function runEnds(api: AxiosInstance, id: string): Promise<void> {
  await eventually(
    async () => expect((await api.get(`/pos/runs/${id}`)).data.run).toMatchObject({ state: "finished" }),
    90_000
  )
}

/**
 * Five things go wrong at once: a notification that nobody can read, sales of which no notification reports, stock that was
 * moved without a notification, an order that somebody deleted, and a key that ends. Some time passes.
 */
export async function raiseFiveAlerts(api: AxiosInstance, posDriver: PosDriver, places: Places, id: string) {
  const database = knex({ client: "pg", connection: places.database_url })
  try {
    await sendUnreadablePurchase(places)
    await eventually(async () =>
      expect((await api.get(`/pos/connections/${id}/health`)).data.health.inbox_dead).toBe(1)
    )
    await posDriver.fault({ kind: "lose" })
    const [product] = (await posDriver.products()).filter(({ balances }) => Object.values(balances).some(Boolean))
    const [variantUuid = ""] = Object.keys(product?.balances ?? {})
    await posDriver.changeStock({ productUuid: product?.uuid ?? "", variantUuid, change: -3 })
    const missing = [
      await posDriver.sell([{ variantUuid, quantity: 1 }]),
      await posDriver.sell([{ variantUuid, quantity: 1 }]),
    ]
    // Found now, or by the job of every five minutes that was quicker.
    await api.post(`/pos/connections/${id}/check`, {})
    for (const { purchaseUUID1 } of missing) {
      await eventually(async () =>
        expect((await api.get(`/pos/receipts?purchase_uuid=${purchaseUUID1}`)).data.count).toBe(1)
      )
    }
    await database.raw(
      `UPDATE "order" SET deleted_at = now() WHERE id = (
         SELECT order_id FROM pos_receipt AS sale WHERE NOT refund AND order_id IS NOT NULL AND NOT EXISTS (
           SELECT 1 FROM pos_receipt AS back WHERE back.refunds_purchase_uuid = sale.purchase_uuid)
         ORDER BY sold_at LIMIT 1)`
    )
    await api.post(`/pos/connections/${id}/reconcile`)
    await runEnds(api, (await api.post(`/pos/connections/${id}/reconcile-finances`)).data.run_id)
    await eventually(async () => {
      const { data } = await api.get(`/pos/stock-differences?state=open&connection_id=${id}`)
      expect(data.count).toBeGreaterThan(0)
    })
    await database.raw("UPDATE pos_connection SET credentials_expire_at = now() + interval '9 days'")
    await database.raw(
      `UPDATE pos_connection SET webhooks_missed_since = webhooks_missed_since - interval '3 hours',
         last_notification_at = last_notification_at - interval '1 day'`
    )
    await database.raw("UPDATE pos_inbox_entry SET handled_at = now() - interval '50 minutes' WHERE state = 'dead'")
    await database.raw("UPDATE pos_stock_difference SET found_at = now() - interval '7 hours'")
    await database.raw("UPDATE pos_discrepancy SET found_at = now() - interval '6 hours'")
  } finally {
    await database.destroy()
  }
}
