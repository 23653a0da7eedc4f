import { waitFor } from "../../scripts/demo-environment.mjs"
import { adminOf, findVariant, jsonApi, stockOf, printSummary } from "../../scripts/demo-story.mjs"

/**
 * The main job in a store that was just installed, and what the example store adds: connect, push, sell at the
 * register, move stock, refund; callback, hook, subscriber and link. Throws at the first that does not hold.
 * @param log everything that the store has said so far
 */
export async function doMainJob({ shopUrl, login, sandbox, log, say }) {
  const control = jsonApi(sandbox.url, { authorization: `Bearer ${sandbox.controlToken}` })
  const admin = await adminOf(shopUrl, login)
  const organization = await control("POST", "/_sandbox/organizations", {
    name: "Åsas Butik",
    country: "SE",
    currency: "SEK",
  })
  await printSummary({ admin, control, organization, say })
  say("Once more, as when the demo is started again [D115]")
  await printSummary({ admin, control, organization, say })
  const { organizationUuid } = organization
  const { connections } = await admin("GET", "/admin/pos/connections")
  const [connection] = connections
  const orderId = await giveBack({ admin, control, organizationUuid, connection, say })
  await useExample({ admin, control, organizationUuid, connection, orderId, log, say })
}

/** One of the two that were sold comes back: money and stock follow in the store. The order's id. */
async function giveBack({ admin, control, organizationUuid, connection, say }) {
  const { receipts } = await admin("GET", "/admin/pos/receipts?refund=false")
  const [sale] = receipts
  const { inventoryItemId } = await findVariant(admin, connection.id)
  const level = () => stockOf(admin, inventoryItemId, connection.stock_location_id)
  const before = await level()
  const refund = await control("POST", "/_sandbox/refunds", {
    organizationUuid,
    purchaseUuid: sale.purchase_uuid,
    items: [{ row: 0, quantity: "1" }],
  })
  const fields = "id,*payment_collections.payments.refunds"
  const refunded = await waitFor("the refund is mirrored", 30, async () => {
    const { order } = await admin("GET", `/admin/orders/${sale.order_id}?fields=${fields}`)
    const payments = order.payment_collections.flatMap((collection) => collection.payments)
    return payments.flatMap(({ refunds }) => refunds ?? []).reduce((sum, { amount }) => sum + amount, 0)
  })
  hold(Math.round(refunded * 100) === -refund.amount, `${refunded} SEK were refunded in the store, as at the POS`, say)
  await waitFor("what came back is in stock", 30, async () => (await level()) === before + 1)
  say(`  what came back is in stock: ${before} → ${before + 1}`)
  return sale.order_id
}

/** What the example shop adds is there: in the register's names, in the log, and in the answer of its own route. */
async function useExample({ admin, control, organizationUuid, connection, orderId, log, say }) {
  const { product, productUuid } = await findVariant(admin, connection.id)
  await admin("POST", `/admin/products/${product.id}`, { subtitle: "ull från Åland" })
  const productsAtPos = () => control("GET", `/_sandbox/products?organizationUuid=${organizationUuid}`)
  await waitFor("the hook's subtitle is at the register", 30, async () => {
    const products = await productsAtPos()
    return products.find(({ uuid }) => uuid === productUuid)?.name === `${product.title}, ull från Åland`
  })
  say("  the hook changes what the register shows")
  const weighed = (await productsAtPos()).filter(({ unitName }) => unitName)
  hold(weighed.length > 0 && weighed.every(({ name }) => name.endsWith(" (kg)")), "the callback does, too", say)
  const sale = await admin("GET", `/admin/pos-sales/${orderId}`)
  hold(
    sale.receipts.map(({ refund }) => refund).join() === "false,true",
    "the route answers with the order's receipts by the link, the refund's too",
    say
  )
  hold(
    log().includes(`Receipt ${sale.receipts[0].purchase_number} of the POS is order #${sale.display_id}`),
    "the subscriber received the sale",
    say
  )
}

/** Says what holds, or throws. */
export function hold(condition, what, say) {
  if (!condition) {
    throw new Error(`It does not hold that ${what}`)
  }
  say(`  ${what}`)
}
