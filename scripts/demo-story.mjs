import { waitFor } from "./demo-environment.mjs"

/** A JSON interface by its origin and headers; throws with the answer when it is not a success. */
export function jsonApi(origin, headers = {}) {
  return async (method, path, body) => {
    const answer = await fetch(`${origin}${path}`, {
      method,
      headers: { "content-type": "application/json", ...headers },
      body: body === undefined ? undefined : JSON.stringify(body),
    })
    const text = await answer.text()
    if (!answer.ok) {
      throw new Error(`${method} ${path} answered ${answer.status}: ${text}`)
    }
    return text ? JSON.parse(text) : null
  }
}

/** Logs in to the store's admin interface. */
export async function adminOf(shopUrl, login) {
  const { token } = await jsonApi(shopUrl)("POST", "/auth/user/emailpass", login)
  return Object.assign(jsonApi(shopUrl, { authorization: `Bearer ${token}` }), { origin: shopUrl })
}

const MINOR_UNITS_PER_KRONA = 100

/**
 * The main job, each step seen to work: connect, push, sell at the POS, find order and stock in the store, change
 * stock in the store, find it at the POS, buy online, find that at the POS, too. Returns the figures; throws at the first step that did not.
 * @param beforeSale what happens when the register has its goods, and has sold nothing today
 */
export async function printSummary({ admin, control, organization, say, beforeSale = async () => undefined }) {
  const connection = await connect(admin, organization, say)
  const pushed = await waitUntilPushed(admin, connection.id, say)
  await beforeSale()
  const sale = await sell(admin, control, organization.organizationUuid, connection, say)
  const seen = await changeWebStock(admin, control, organization.organizationUuid, sale, say)
  const left = await buyOnline(admin, control, organization.organizationUuid, sale, say)
  return { ...pushed, ...sale.figures, web_stock_seen_by_pos: seen, web_sale_seen_by_pos: left }
}

/** Connects the store with an organization, unless it is connected. */
export async function connect(admin, { apiKey }, say) {
  const { connections } = await admin("GET", "/admin/pos/connections")
  const active = connections.find(({ state }) => state === "active")
  if (active) {
    say(`Connected with ${active.organization_name} already`)
    return active
  }
  const { sales_channels } = await admin("GET", "/admin/sales-channels?name=Kassa")
  const { stock_locations } = await admin("GET", "/admin/stock-locations")
  const { regions } = await admin("GET", "/admin/regions?name=Sverige")
  const { connection } = await admin("POST", "/admin/pos/connections", {
    api_key: apiKey,
    sales_channel_id: sales_channels[0].id,
    stock_location_id: stock_locations[0].id,
    region_id: regions[0].id,
  })
  say(`Connected with ${connection.organization_name} (${connection.currency_code.toUpperCase()})`)
  return connection
}

/** Waits until the POS has every product, and says how many it has. */
export async function waitUntilPushed(admin, connectionId, say) {
  let shown = -1
  const counts = await waitFor("the catalog is pushed", 120, async () => {
    const { connection } = await admin("GET", `/admin/pos/connections/${connectionId}`)
    const { total, pending, synced, rejected } = connection.product_links
    if (total - pending !== shown) {
      shown = total - pending
      say(`Pushed ${shown} of ${total} products`)
    }
    return total > 0 && pending === 0 ? { products_pushed: synced, products_rejected: rejected } : null
  })
  return counts
}

/** The variant that is sold: the first of the first jumper. */
export async function findVariant(admin, connectionId) {
  const { products } = await admin("GET", "/admin/products?q=Tröja&fields=id,title,*variants,*variants.inventory_items")
  const [product] = products
  const [variant] = product.variants
  const { product_links } = await admin(
    "GET",
    `/admin/pos/product-links?connection_id=${connectionId}&product_id=${product.id}`
  )
  const link = product_links[0].variants.find(({ variant_id }) => variant_id === variant.id)
  const inventoryItemId = variant.inventory_items[0].inventory_item_id
  return { product, variant, link, productUuid: product_links[0].product_uuid, inventoryItemId }
}

export async function stockOf(admin, inventoryItemId, locationId) {
  return (await levelOf(admin, inventoryItemId, locationId)).stocked_quantity
}

async function levelOf(admin, inventoryItemId, locationId) {
  const { inventory_levels } = await admin("GET", `/admin/inventory-items/${inventoryItemId}/location-levels`)
  return inventory_levels.find(({ location_id }) => location_id === locationId)
}

async function posBalance(control, organizationUuid, { productUuid, link }) {
  const products = await control("GET", `/_sandbox/products?organizationUuid=${organizationUuid}`)
  const product = products.find(({ uuid }) => uuid === productUuid)
  return product?.balances[link.variant_uuid] ?? null
}

async function sell(admin, control, organizationUuid, connection, say) {
  const found = await findVariant(admin, connection.id)
  const { link, inventoryItemId, product, variant } = found
  const locationId = connection.stock_location_id
  const { stocked_quantity: before, reserved_quantity: reserved } = await levelOf(admin, inventoryItemId, locationId)
  // What online orders of an earlier start have reserved is not for sale at the POS.
  await waitFor("the POS knows the stock", 60, async () => {
    return Number(await posBalance(control, organizationUuid, found)) === before - reserved
  })
  const purchase = await control("POST", "/_sandbox/sales", {
    organizationUuid,
    items: [{ variantUuid: link.variant_uuid, quantity: 2 }],
  })
  say(`Rang up 2 × ${product.title}, ${variant.title} at the POS: receipt ${purchase.purchaseNumber}`)
  const order = await waitFor("the receipt is an order", 30, async () => {
    const { receipts } = await admin("GET", `/admin/pos/receipts?purchase_uuid=${purchase.purchaseUUID1}`)
    const fields = "id,display_id,status,total,+payment_status,+fulfillment_status"
    // Where Medusa's services write orders, a receipt is recorded before its order is there.
    const { orders } = await admin("GET", `/admin/orders?id=${receipts[0]?.order_id ?? "none"}&fields=${fields}`)
    return orders[0]
  })
  const shown = `${order.status}, ${order.payment_status}, ${order.fulfillment_status}`
  if (shown !== "completed, captured, delivered") {
    throw new Error(`Order ${order.display_id} is ${shown}`)
  }
  const orderTotal = Math.round(order.total * MINOR_UNITS_PER_KRONA * 1_000) / 1_000
  if (orderTotal !== purchase.amount) {
    throw new Error(`Order ${order.display_id} comes to ${orderTotal}, the receipt to ${purchase.amount}`)
  }
  say(`Order #${order.display_id}: ${shown}, ${order.total} SEK`)
  const after = await waitFor("the store's stock follows", 30, async () => {
    const level = await stockOf(admin, inventoryItemId, locationId)
    return level === before - 2 ? level : null
  })
  say(`Stock of ${product.title}, ${variant.title}: ${before} → ${after}`)
  const { count } = await admin("GET", `/admin/pos/receipts?connection_id=${connection.id}`)
  return {
    ...found,
    order,
    locationId,
    reserved,
    figures: {
      orders_mirrored: count,
      order_total: orderTotal,
      receipt_total: purchase.amount,
      stock_before: before,
      stock_after: after,
    },
  }
}

async function changeWebStock(admin, control, organizationUuid, sale, say) {
  const { inventoryItemId, locationId, reserved, figures } = sale
  const target = figures.stock_after + 5
  await admin("POST", `/admin/inventory-items/${inventoryItemId}/location-levels/${locationId}`, {
    stocked_quantity: target,
  })
  const seen = await waitFor("the POS sees the store's stock", 30, async () => {
    const balance = Number(await posBalance(control, organizationUuid, sale))
    return balance === target - reserved ? balance : null
  })
  say(`Put 5 more on the store's shelf; the POS sees ${seen}`)
  return seen
}

/** A customer's checkout by the store API: a cart, shipping, payment; its stock is followed to the POS. */
async function buyOnline(admin, control, organizationUuid, sale, say) {
  const before = Number(await posBalance(control, organizationUuid, sale))
  const { api_keys } = await admin("GET", "/admin/api-keys?type=publishable&title=Webb")
  const { regions } = await admin("GET", "/admin/regions?name=Sverige")
  const store = jsonApi(admin.origin, { "x-publishable-api-key": api_keys[0].token })
  const { cart } = await store("POST", "/store/carts", {
    region_id: regions[0].id,
    email: "maja@example.com",
    items: [{ variant_id: sale.variant.id, quantity: 1 }],
    shipping_address: { first_name: "Maja", last_name: "Å", address_1: "Gatan 1", city: "Umeå", country_code: "se" },
  })
  const { shipping_options } = await store("GET", `/store/shipping-options?cart_id=${cart.id}`)
  await store("POST", `/store/carts/${cart.id}/shipping-methods`, { option_id: shipping_options[0].id })
  const { payment_collection } = await store("POST", "/store/payment-collections", { cart_id: cart.id })
  await store("POST", `/store/payment-collections/${payment_collection.id}/payment-sessions`, {
    provider_id: "pp_system_default",
  })
  const { type, order, error } = await store("POST", `/store/carts/${cart.id}/complete`)
  if (type !== "order") {
    throw new Error(`The cart was not completed: ${error?.message}`)
  }
  const left = await waitFor("the POS sees the online sale", 30, async () => {
    const balance = Number(await posBalance(control, organizationUuid, sale))
    return balance === before - 1 ? balance : null
  })
  say(`Order #${order.display_id} placed online; the POS sees ${left} left`)
  return left
}
