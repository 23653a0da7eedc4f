import type { AxiosInstance } from "axios"
import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { eventually } from "./eventually"
import type { ConnectedStore } from "./use-connected-store"

type Tools = { api: AxiosInstance; dbConnection: Knex }

type Answer = Record<string, unknown> & { id: string; product_id: string | null; name: string }

type ShopView = {
  id: string
  title: string
  status: string
  description: string | null
  categories: { name: string }[]
  options: { title: string }[]
  metadata: Record<string, unknown> | null
  variants: {
    title: string
    sku: string | null
    variant_rank: number
    prices: { amount: number; currency_code: string }[]
  }[]
}

/** Of all suites of a process: no test meets products of another. */
let series = 0

/** Products of both sides, what stands between them, and hands to change it; each test has UUIDs of its own. */
export function createProductDriver({ api, dbConnection }: Tools, here: ConnectedStore) {
  beforeEach(() => {
    series++
  })
  const uuidOf = (number: number) =>
    `${String(series).padStart(4, "0")}${String(number).padStart(4, "0")}-89ab-11ee-8000-0123456789ab`

  const post = async (path: string, body: object) =>
    (await api.post(`/admin/pos/${path}`, body, { ...here.fixture.admin, validateStatus: () => true })).data

  const settings = async (body: object) => post(`connections/${here.fixture.connectionId}/inbound-settings`, body)

  const outboundSettings = async (body: object) =>
    post(`connections/${here.fixture.connectionId}/outbound-settings`, body)

  const reported = async (name: string) =>
    (await here.fixture.entries()).filter(({ event_name }) => event_name === name)

  /** Nothing waits any more on either side. */
  const settled = async () =>
    eventually(async () => {
      const entries = await here.fixture.entries()
      const { connection } = await here.fixture.get<{ connection: { product_links: Record<string, number> } }>(
        `/admin/pos/connections/${here.fixture.connectionId}`
      )
      expect({
        entries: entries.filter(({ state }) => state === "pending").length,
        links: connection.product_links.pending,
      }).toEqual({ entries: 0, links: 0 })
    })

  const atPos = async (name: string) => {
    const found = (await here.fixture.posDriver.products()).find((product) => product.name === name)
    if (!found) {
      throw new Error(`The POS has no ${name}`)
    }
    return found
  }

  const inStore = async (id: string) => {
    const fields =
      "*variants,*variants.prices,*variants.options,*categories,*images,+metadata,*sales_channels,*options,*options.values"
    return (await here.fixture.get<{ product: ShopView }>(`/admin/products/${id}?fields=${fields}`)).product
  }

  const linkOf = async (productId: string) => {
    const [link] = await here.fixture.pos.listPosProductLinks({
      connection_id: here.fixture.connectionId,
      product_id: productId,
    })
    return link
  }

  const candidates = async (query = "") =>
    (
      await here.fixture.get<{ unlinked_products: Answer[] }>(
        `/admin/pos/unlinked-products?connection_id=${here.fixture.connectionId}${query}`
      )
    ).unlinked_products

  const candidate = async (name: string, state = "open") =>
    eventually(async () => {
      const found = (await candidates(`&state=${state}`)).find((item) => item.name === name)
      if (!found) {
        throw new Error(`There is no ${state} candidate ${name}`)
      }
      return found
    })

  const teapot = (change: object = {}) => ({
    uuid: uuidOf(1),
    name: "Tekanna 東京",
    description: "Gjuten för hand",
    unitName: "st",
    vatPercentage: "12",
    category: { uuid: uuidOf(9), name: "Kök & Hem" },
    presentation: { imageUrl: "https://images.example.com/tekanna.png" },
    variants: [
      { uuid: uuidOf(2), name: "Röd", sku: "TE-R", price: { amount: 44_900, currencyId: "SEK" } },
      { uuid: uuidOf(3), name: "Blå", barcode: "7300000000123", price: { amount: 49_900, currencyId: "SEK" } },
    ],
    ...change,
  })

  const adopt = async (id: string, product_id?: string) =>
    post("unlinked-products/adopt", {
      connection_id: here.fixture.connectionId,
      candidates: [{ id, ...(product_id ? { product_id } : {}) }],
    })

  const stocked = async (productId: string) => {
    const { rows } = await dbConnection.raw(
      `SELECT variant.title, sum(level.stocked_quantity)::float AS stocked FROM product_variant AS variant
       JOIN product_variant_inventory_item AS item ON item.variant_id = variant.id
       LEFT JOIN inventory_level AS level ON level.inventory_item_id = item.inventory_item_id AND level.location_id = ?
       WHERE variant.product_id = ? GROUP BY variant.title, variant.variant_rank ORDER BY variant.variant_rank`,
      [here.shop.stockLocationId, productId]
    )
    return Object.fromEntries(rows.map((row: { title: string; stocked: number }) => [row.title, row.stocked]))
  }

  return {
    post,
    settings,
    outboundSettings,
    reported,
    settled,
    atPos,
    inStore,
    linkOf,
    candidates,
    candidate,
    teapot,
    uuidOf,
    adopt,
    stocked,
  }
}
