import type { ExecArgs } from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"
import { createCustomersWorkflow } from "@medusajs/medusa/core-flows"
import { payOrders, reserveOrders, sendOrders, type WebOrder } from "./after-order"
import { readGoods, type WebGoods } from "./web-goods"
import { chance, pick } from "./chance"
import { WEB_CUSTOMERS, type WebCustomer } from "./web-customers"
import { webMoments } from "./web-moments"

type Container = ExecArgs["container"]

/** Orders at once; what was made before a start was ended is not made again. */
const AT_ONCE = 20

/** What is ordered now is packed the day after tomorrow. */
const PACKED_AFTER_MS = 36 * 3_600_000

const POSTAGE = 49
const POSTAGE_FREE_FROM = 800

/**
 * Orders of the web shop as customers placed them on so many days until now: paid, and sent, or reserved where they are too
 * new. Through the modules, since no workflow makes an order of the past. What was sent moves no stock: it left the shelf
 * back then.
 */
export default async function makeWebOrders({ container, args }: ExecArgs): Promise<void> {
  const now = Date.now()
  const shop = await readShop(container)
  const orders = container.resolve(Modules.ORDER)
  // Of these customers only: the demo's first online sale is of today, and the past would look complete.
  const customerIds = shop.customers.map(({ id }) => id)
  const [latest] = await orders.listOrders(
    { sales_channel_id: shop.salesChannelId, customer_id: customerIds },
    { take: 1, order: { created_at: "DESC" } }
  )
  const made = latest ? new Date(latest.created_at).getTime() : 0
  const moments = webMoments(Number(args[0]), now).filter((at) => at > made)
  for (let start = 0; start < moments.length; start += AT_ONCE) {
    const batch = moments.slice(start, start + AT_ONCE).map((at) => draftOrder(shop, at))
    const created = await orders.createOrders(batch.map(({ order }) => order))
    // They come back in any order.
    const draftOf = new Map(batch.map((draft) => [draft.order.created_at.getTime(), draft]))
    const placed = created.map(({ id, items, created_at }): WebOrder => {
      const placedAt = new Date(created_at)
      const { total = 0, order } = draftOf.get(placedAt.getTime()) ?? {}
      return { id, total, lines: items ?? [], placedAt, address: order?.shipping_address ?? {} }
    })
    await payOrders(container, placed)
    const isSent = ({ placedAt }: WebOrder) => placedAt.getTime() < now - PACKED_AFTER_MS
    await sendOrders(container, shop, placed.filter(isSent))
    await reserveOrders(
      container,
      shop,
      placed.filter((one) => !isSent(one))
    )
  }
}

type Shop = {
  salesChannelId: string
  locationId: string
  regionId: string
  goods: [WebGoods, ...WebGoods[]]
  customers: [Known, ...Known[]]
}
type Known = WebCustomer & { id: string }

async function readShop(container: Container): Promise<Shop> {
  const [channel] = await container.resolve(Modules.SALES_CHANNEL).listSalesChannels({ name: "Webb" })
  const [location] = await container.resolve(Modules.STOCK_LOCATION).listStockLocations({})
  const [region] = await container.resolve(Modules.REGION).listRegions({ currency_code: "sek" })
  return {
    salesChannelId: channel?.id ?? "",
    locationId: location?.id ?? "",
    regionId: region?.id ?? "",
    goods: await readGoods({ container }),
    customers: await knownCustomers(container),
  }
}

async function knownCustomers(container: Container): Promise<[Known, ...Known[]]> {
  const emails = WEB_CUSTOMERS.map(({ email }) => email)
  const there = await container.resolve(Modules.CUSTOMER).listCustomers({ email: emails }, { take: emails.length })
  const { result: created } = await createCustomersWorkflow(container).run({
    input: {
      customersData: WEB_CUSTOMERS.filter(({ email }) => there.every((one) => one.email !== email)).map(
        ({ address: _address, ...customer }) => customer
      ),
    },
  })
  const [first, ...others] = WEB_CUSTOMERS.map((customer) => ({
    ...customer,
    id: [...there, ...created].find(({ email }) => email === customer.email)?.id ?? "",
  }))
  if (!first) {
    throw new Error("The web shop has no customers")
  }
  return [first, ...others]
}

function draftOrder({ salesChannelId, regionId, goods, customers }: Shop, at: number) {
  const { id, email, address, first_name, last_name } = pick(customers, "customer", at)
  const count = 1 + Math.floor(chance("lines", at) ** 2 * 3)
  const items = Array.from({ length: count }, (_, line) => ({
    ...pick(goods, "goods", at, line),
    quantity: chance("quantity", at, line) < 0.8 ? 1 : 2,
    is_tax_inclusive: true,
    requires_shipping: true,
  }))
  const sum = items.reduce((total, { unit_price, quantity }) => total + unit_price * quantity, 0)
  const postage = sum >= POSTAGE_FREE_FROM ? 0 : POSTAGE
  const to = { ...address, first_name, last_name }
  const order = {
    region_id: regionId,
    sales_channel_id: salesChannelId,
    currency_code: "sek",
    customer_id: id,
    email,
    status: "pending",
    shipping_address: to,
    billing_address: to,
    items,
    shipping_methods: [
      { name: "Paket till ombud", amount: postage, is_tax_inclusive: true, tax_lines: [{ code: "SE25", rate: 25 }] },
    ],
    // Medusa keeps it, though its types do not name it.
    created_at: new Date(at),
  }
  return { order, total: sum + postage }
}
