import { createHmac, randomUUID } from "node:crypto"
import type { AxiosInstance } from "axios"
import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { MedusaContainer } from "@medusajs/framework/types"
import { POS_MODULE } from "../../../src/modules/pos"
import { associatedData } from "../../../src/modules/pos/sealed-secret"
import { PosDriver } from "../../../test-support/pos-driver"
import { eventually } from "./eventually"
import { useSeededStore } from "./use-seeded-store"

/** One moment for all tests: the POS delivers nothing that was signed more than three days ago. */
const SIGNED_AT = new Date().toISOString()

type Tools = { api: AxiosInstance; getContainer: () => MedusaContainer; dbConnection: Knex }

/** The suite's shop with hands for its main job: what is connected, sold, reported and moved, by routes and tables alone. */
export function useMainJob({ api, getContainer, dbConnection }: Tools) {
  const seeded = useSeededStore({ getContainer })
  let posDriver: PosDriver

  const anyStatus = () => ({ ...seeded.admin, validateStatus: () => true })

  const choices = () => ({
    sales_channel_id: seeded.shop.salesChannelId,
    stock_location_id: seeded.shop.stockLocationId,
    region_id: seeded.shop.regionId,
  })

  const links = async (connectionId: string) => {
    const { data } = await api.get(`/admin/pos/product-links?connection_id=${connectionId}`, seeded.admin)
    return data.product_links
  }

  /** Connects a new organization and waits until catalog and stock have arrived. */
  const connect = async (): Promise<string> => {
    posDriver = await PosDriver.open()
    const { data, status } = await api.post(
      "/admin/pos/connections",
      { api_key: posDriver.apiKey, ...choices() },
      anyStatus()
    )
    expect({ status, message: data.message }).toEqual({ status: 201, message: undefined })
    const connectionId: string = data.connection.id
    await eventually(async () => {
      const { data: shown } = await api.get(`/admin/pos/connections/${connectionId}`, seeded.admin)
      expect(shown.connection.product_links).toMatchObject({ total: 3, synced: 2, rejected: 1, pending: 0 })
      const balances = (await posDriver.products()).flatMap((product) => Object.values(product.balances))
      expect(balances.sort()).toEqual(["10", "10", "25.5"])
    })
    return connectionId
  }

  const posVariant = async (sku: string) => {
    const products = await posDriver.products()
    const product = products.find(({ variants }) => variants?.some((variant) => variant.sku === sku))
    const variant = product?.variants?.find((candidate) => candidate.sku === sku)
    if (!product || !variant) {
      throw new Error(`The POS has no ${sku}`)
    }
    return { product, variant, balance: product.balances[variant.uuid] }
  }

  const storeLevel = async (
    variantId: string
  ): Promise<{ id: string; stocked_quantity: number; inventory_item_id: string }> => {
    const { rows } = await dbConnection.raw(
      `SELECT level.id, level.stocked_quantity::float, level.inventory_item_id, level.raw_stocked_quantity->>'value' AS raw
       FROM product_variant_inventory_item AS item JOIN inventory_level AS level USING (inventory_item_id)
       WHERE item.variant_id = ? AND level.location_id = ?`,
      [variantId, seeded.shop.stockLocationId]
    )
    expect(Number(rows[0].raw)).toBe(rows[0].stocked_quantity)
    return rows[0]
  }

  const orderOf = async (purchaseUuid: string) =>
    eventually(async () => {
      const { data } = await api.get(`/admin/pos/receipts?purchase_uuid=${purchaseUuid}`, seeded.admin)
      const orderId = data.receipts[0].order_id
      const fields =
        "id,status,currency_code,*items,*items.tax_lines,+payment_status,+fulfillment_status,*summary,+total,+tax_total,*sales_channel"
      return (await api.get(`/admin/orders/${orderId}?fields=${fields}`, seeded.admin)).data.order
    })

  /** Posts a notification to the webhook endpoint, signed as the POS signs, without its or our own code. */
  const notify = async (connectionId: string, change: { body?: object; key?: string; signature?: string } = {}) => {
    const pos = getContainer().resolve(POS_MODULE)
    const [subscription] = await pos.listPosSubscriptions({ connection_id: connectionId })
    const key =
      change.key ?? (await pos.open(associatedData.signingKey(connectionId), subscription?.signing_key_sealed ?? ""))
    const message = {
      organizationUuid: posDriver.organizationUuid,
      messageId: randomUUID(),
      eventName: "SomethingNew",
      timestamp: SIGNED_AT,
      payload: JSON.stringify({ organizationUuid: posDriver.organizationUuid, namn: "Åsa 東京" }),
      ...change.body,
    }
    const signature = createHmac("sha256", key).update(`${message.timestamp}.${message.payload}`).digest("hex")
    return api.post(`/hooks/pos/${connectionId}`, message, {
      headers: { "X-SERVICE-Signature": change.signature ?? signature },
      validateStatus: () => true,
    })
  }

  const entries = async (connectionId: string) =>
    (await api.get(`/admin/pos/inbox-entries?connection_id=${connectionId}`, seeded.admin)).data.inbox_entries

  return {
    get shop() {
      return seeded.shop
    },
    get admin() {
      return seeded.admin
    },
    /** The POS that was connected last. */
    get posDriver() {
      return posDriver
    },
    anyStatus,
    choices,
    links,
    connect,
    posVariant,
    storeLevel,
    orderOf,
    notify,
    entries,
  }
}
