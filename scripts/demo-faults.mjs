import { waitFor } from "./demo-environment.mjs"

/** What every shop meets sooner or later, so that the pages that report it have something to report. */
export const FAULTS = { refused: refuseProduct, unreadable: sendUnreadable, differing: changeStockSilently }

/** A product for the store's Finnish customers, without a price that the register could sell it for. */
async function refuseProduct({ admin, connection, say }) {
  const title = "Muumimuki, Pikku Myy"
  const { shipping_profiles } = await admin("GET", "/admin/shipping-profiles")
  const { product } = await admin("POST", "/admin/products", {
    title,
    status: "published",
    shipping_profile_id: shipping_profiles[0].id,
    sales_channels: [{ id: connection.sales_channel_id }],
    options: [{ title: "Default option", values: ["Default option value"] }],
    variants: [
      {
        title,
        sku: "B065-1",
        options: { "Default option": "Default option value" },
        prices: [{ currency_code: "eur", amount: 24.9 }],
      },
    ],
  })
  const link = await waitFor("a product without a price is refused", 60, async () => {
    const { product_links } = await admin(
      "GET",
      `/admin/pos/product-links?connection_id=${connection.id}&product_id=${product.id}`
    )
    return product_links.find(({ state }) => state === "rejected")
  })
  say(`${title} is not at the register: ${link.rejection}`)
}

/** The POS reports a product in a way that nobody understands. */
async function sendUnreadable({ admin, control, connection, organizationUuid, say }) {
  const [product] = await control("GET", `/_sandbox/products?organizationUuid=${organizationUuid}&q=Raggsockor`)
  await control("POST", "/_sandbox/faults", { kind: "garble", eventName: "ProductUpdated", times: 1 })
  await control("POST", "/_sandbox/products", { organizationUuid, productUuid: product.uuid, patch: {} })
  await waitFor("the notification waits for a person", 30, async () => {
    const { health } = await admin("GET", `/admin/pos/connections/${connection.id}/health`)
    return health.inbox_dead > 0
  })
  say("A notification that nobody can read waits in the inbox")
}

/** Goods that broke and goods that were found, of which the store receives only when it compares. */
const DIFFERENCES = { Keramikkopp: -2, Ullpläd: 3 }

async function changeStockSilently({ admin, control, connection, organizationUuid, say }) {
  await waitFor("nothing of the stock is on its way", 60, async () => {
    const { health } = await admin("GET", `/admin/pos/connections/${connection.id}/health`)
    return health.stock_due === 0
  })
  const moved = Object.entries(DIFFERENCES)
  await control("POST", "/_sandbox/faults", {
    kind: "lose",
    eventName: "InventoryBalanceChanged",
    times: moved.length,
  })
  for (const [title, change] of moved) {
    const query = `organizationUuid=${organizationUuid}&q=${encodeURIComponent(title)}`
    const [product] = await control("GET", `/_sandbox/products?${query}`)
    await control("POST", "/_sandbox/stock", {
      organizationUuid,
      productUuid: product.uuid,
      variantUuid: product.variants[0].uuid,
      change,
    })
  }
  await admin("POST", `/admin/pos/connections/${connection.id}/reconcile`)
  await waitFor("the difference is found", 60, async () => {
    const { count } = await admin("GET", `/admin/pos/stock-differences?state=open&connection_id=${connection.id}`)
    return count === moved.length
  })
  say(`Stock of ${Object.keys(DIFFERENCES).join(" and ")} differs between the store and the register`)
}
