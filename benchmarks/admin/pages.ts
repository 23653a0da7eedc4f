import { inspect } from "node:util"
import { knex } from "@medusajs/framework/mikro-orm/knex"
import axios from "axios"
import { COUNT_LIMIT } from "../../src/modules/pos/database/page"
import { AdminWindow } from "../../test-support/browser/admin-window"
import { launchChromium } from "../../test-support/browser/chromium"
import { DemoStore } from "../../test-support/browser/demo-store"
import { PosDriver } from "../../test-support/pos-driver"
import { insertManyProducts } from "../../test-support/many-products"
import { fillConnection } from "./fill-shop"
import { type MeasuredPage, measurePage } from "./measure-page"

const CATALOG_MS = 300_000

/** The catalog did not reach the POS; figures of half-filled pages would say nothing. */
class UnfinishedCatalogError extends Error {
  constructor(synced: number, products: number) {
    super(`After ${CATALOG_MS / 1_000} s ${synced} of ${products} products are at the POS`)
    this.name = "UnfinishedCatalogError"
  }
}

const [products = 0, receipts = 0] = process.argv.slice(2).map(Number)

/** Of the last page that a long list offers. */
const LAST_OFFSET = Math.min(receipts, COUNT_LIMIT) - 20

const pagesOf = (ids: { connection: string; receipt: string; payout: string; product: string }): MeasuredPage[] => {
  const row = (text: string | RegExp) => (page: AdminWindow["page"]) => page.getByRole("row").filter({ hasText: text })
  const words = (text: string | RegExp) => (page: AdminWindow["page"]) => page.getByText(text)
  return [
    { name: "overview", path: "/pos?days=90", content: words(/[1-9][\d,]* receipts/) },
    { name: "catalog", path: "/pos/catalog", content: row("Synced") },
    { name: "catalog_last", path: `/pos/catalog?offset=${products - 20}`, content: row("Synced") },
    { name: "images", path: "/pos/catalog/images", content: row("Synced") },
    { name: "dry_run", path: "/pos/catalog/sync-preview", content: words(/no changes|Update$/) },
    { name: "receipts", path: "/pos/receipts", content: row("Imported") },
    { name: "receipts_last", path: `/pos/receipts?offset=${LAST_OFFSET}`, content: row("Imported") },
    { name: "receipt", path: `/pos/receipts/${ids.receipt}`, content: (page) => page.getByRole("article") },
    { name: "gift_cards", path: "/pos/gift-cards", content: words("No gift cards yet") },
    { name: "payouts", path: "/pos/payouts", content: row(/Reconciled/) },
    { name: "payout", path: `/pos/payouts/${ids.payout}`, content: row("Fee") },
    { name: "reports", path: "/pos/reports?kind=products", content: row("Total") },
    { name: "review", path: "/pos/payouts/review", content: row("Card") },
    { name: "stock", path: "/pos/stock", content: words("No stock differences") },
    { name: "inbox", path: "/pos/events", content: row("Completed") },
    { name: "inbox_last", path: `/pos/events?offset=${LAST_OFFSET}`, content: row("Completed") },
    { name: "settings", path: "/settings/pos", content: words(/products synced/) },
    { name: "connection", path: `/settings/pos/${ids.connection}`, content: words("Last webhook") },
    {
      name: "product",
      path: `/products/${ids.product}`,
      content: (page) => page.getByRole("heading", { name: "Point of sale" }),
    },
    { name: "orders", path: "/orders", content: words("POS balance") },
  ]
}

async function measure(): Promise<{ products: number; receipts: number; pages: Record<string, number> }> {
  const browser = await launchChromium()
  const shop = await DemoStore.start("bench")
  const { shop_url, admin_email: email, admin_password: password, sandbox_url, control_token } = shop.places
  Object.assign(process.env, { POS_SERVICE_URL: sandbox_url, POS_CONTROL_TOKEN: control_token })
  const database = knex({ client: "pg", connection: shop.places.database_url })
  try {
    const { data: login } = await axios.post(`${shop_url}/auth/user/emailpass`, { email, password })
    const headers = { authorization: `Bearer ${login.token}` }
    const api = axios.create({ baseURL: `${shop_url}/admin`, headers })
    const [{ data: channels }, { data: locations }, { data: regions }] = await Promise.all([
      api.get("/sales-channels?name=Kassa"),
      api.get("/stock-locations"),
      api.get("/regions?name=Sverige"),
    ])
    const { data: connected } = await api.post("/pos/connections", {
      api_key: (await PosDriver.open()).apiKey,
      sales_channel_id: channels.sales_channels[0].id,
      stock_location_id: locations.stock_locations[0].id,
      region_id: regions.regions[0].id,
    })
    const connection: string = connected.connection.id
    const { data: first } = await api.get("/products?limit=1")
    await insertManyProducts(database, products - first.count)
    await api.post(`/pos/connections/${connection}/push`, {})
    const isPushed = async () => (await api.get(`/pos/connections/${connection}`)).data.connection.product_links
    for (const until = Date.now() + CATALOG_MS; ;) {
      const { synced, pending } = await isPushed()
      if (pending === 0 && synced >= products) {
        break
      }
      if (Date.now() > until) {
        throw new UnfinishedCatalogError(synced, products)
      }
      await new Promise((resolve) => setTimeout(resolve, 1_000))
    }
    const stored = await fillConnection(database, connection, receipts)
    const { data: listed } = await api.get(`/pos/receipts?connection_id=${connection}&limit=1`)
    const { data: paid } = await api.get(`/pos/payouts?connection_id=${connection}&limit=1`)
    const ids = {
      connection,
      receipt: listed.receipts[0].id,
      payout: paid.payouts[0].id,
      product: first.products[0].id,
    }
    const { page } = await AdminWindow.open(browser, shop.places)
    const pages: Record<string, number> = {}
    for (const measured of pagesOf(ids)) {
      pages[measured.name] = await measurePage(page, shop_url, measured)
    }
    return { products, receipts: stored, pages }
  } finally {
    await database.destroy()
    await browser.close()
    await shop.stop()
  }
}

measure().then(
  (figures) => process.stdout.write(`RESULT ${JSON.stringify(figures)}\n`, () => process.exit(0)),
  (error: unknown) => process.stderr.write(`${inspect(error)}\n`, () => process.exit(1))
)
