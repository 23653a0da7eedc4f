import { randomBytes } from "node:crypto"
import { waitFor } from "../demo-environment.mjs"
import { adminOf, jsonApi } from "../demo-story.mjs"
import { namedInPage } from "./read-page.mjs"

const SYNC_SECONDS = 120

/** Creates the admin user that the page lets the reader create in the browser. */
export async function logIn({ runToEnd, backend, url }) {
  const login = { email: "you@example.com", password: randomBytes(12).toString("hex") }
  const line = `npx medusa user --email ${login.email} --password ${login.password}`
  await runToEnd(line, { cwd: backend })
  return adminOf(url, login)
}

/** Step 5 of the page, by the same routes as the admin: with the names that the page reports the reader to choose. */
export async function connect(admin, { text, apiKeyLine, report }) {
  const [, apiKey] = /API key\s+(\S+)/.exec(apiKeyLine) ?? []
  if (!apiKey) {
    throw new Error("Could not connect: the sandbox printed no API key.")
  }
  const { count } = await admin("GET", "/admin/products?limit=1")
  if (count === 0) {
    throw new Error("The store has no sample products, so there is nothing to sell. Check the output of step 1.")
  }
  const find = async (route, list, label) => {
    const name = namedInPage(text, label)
    const { [list]: records } = await admin("GET", `/admin/${route}?name=${encodeURIComponent(name)}`)
    if (records.length === 0) {
      throw new Error(
        `The store has no ${label} named "${name}", which docs/quickstart.md reports the reader to choose.`
      )
    }
    return records[0].id
  }
  const { connection } = await admin("POST", "/admin/pos/connections", {
    api_key: apiKey,
    sales_channel_id: await find("sales-channels", "sales_channels", "sales channel"),
    stock_location_id: await find("stock-locations", "stock_locations", "stock location"),
    region_id: await find("regions", "regions", "region"),
  })
  report(`  connected with ${connection.organization_name}`)
  const synced = await waitFor("each product is synced", SYNC_SECONDS, async () => {
    const query = `limit=100&sides=true&connection_id=${connection.id}`
    const { product_links } = await admin("GET", `/admin/pos/product-links?${query}`)
    const rejected = product_links.filter(({ state }) => state === "rejected")
    if (rejected.length > 0) {
      throw new Error(`The POS did not take each product: ${JSON.stringify(rejected)}`)
    }
    const isComplete = product_links.length > 0 && product_links.every(isSynced)
    return isComplete && product_links.length
  })
  report(`  ${synced} products are synced`)
}

/** A product that the POS accepted, with the same stock on both sides. */
const isSynced = ({ state, sides }) =>
  state === "synced" && sides !== null && (sides.stock.expected ?? sides.stock.pos) === sides.stock.store

/** Step 7 of the page: the newest order is the sale, paid and fulfilled, and the stock is one piece less. */
export async function seeOrder(admin, { stockBefore, report }) {
  const fields = "display_id,currency_code,+total,+payment_status,+fulfillment_status,metadata"
  const order = await waitFor("the sale is an order", SYNC_SECONDS, async () => {
    const { orders } = await admin("GET", `/admin/orders?order=-created_at&limit=1&fields=${fields}`)
    return orders[0]
  })
  const state = `${order.payment_status}, ${order.fulfillment_status}`
  if (state !== "captured, delivered" || !order.metadata?.pos_purchase_uuid) {
    throw new Error(`The newest order is not a POS sale that is paid and fulfilled: ${JSON.stringify(order)}`)
  }
  report(`  order #${order.display_id}: ${order.total} ${order.currency_code.toUpperCase()}, ${state}`)
  await waitFor(
    "the variant has one piece less",
    SYNC_SECONDS,
    async () => (await readStock(admin)) === stockBefore - 1
  )
  report("  the stock is one piece less")
}

/** Pieces in stock, of all variants and locations. */
export async function readStock(admin) {
  const { inventory_items } = await admin("GET", "/admin/inventory-items?limit=500&fields=id,*location_levels")
  const levels = inventory_items.flatMap(({ location_levels }) => location_levels ?? [])
  return levels.reduce((sum, { stocked_quantity }) => sum + stocked_quantity, 0)
}

/** Waits until the store answers. */
export const waitForStore = (url) =>
  waitFor("the store is healthy", SYNC_SECONDS, async () => {
    const answer = await jsonApi(url)("GET", "/admin/pos/connections").catch((error) => error)
    return answer instanceof Error && answer.message.includes("401")
  })
