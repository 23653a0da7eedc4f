import axios from "axios"
import { z } from "zod"

const recordsSchema = z.record(z.string(), z.unknown())
const objectSchema = z.record(z.string(), z.unknown())

/** Records of Medusa's own admin API that uninstalling must not change. */
const PATHS = {
  orders:
    "/admin/orders?limit=100&fields=id,display_id,status,email,currency_code,version,created_at,updated_at,metadata,+payment_status," +
    "+fulfillment_status,*summary,+total,+subtotal,+tax_total,*sales_channel,*region,*customer,*items,*items.tax_lines," +
    "*items.adjustments,*items.detail,*credit_lines,*transactions,*fulfillments,*fulfillments.items,*payment_collections," +
    "*payment_collections.payments,*payment_collections.payments.refunds",
  returns: "/admin/returns?limit=100&fields=id,order_id,status,metadata,*items",
  products:
    "/admin/products?limit=100&fields=id,title,status,metadata,updated_at,*variants,*variants.prices,*options,*options.values," +
    "*categories,*tags,*sales_channels,*images",
  inventory_items: "/admin/inventory-items?limit=100&fields=id,sku,updated_at,*location_levels",
}

/** Medusa returns the members of a list in no order of their own. */
function sortLists(value: unknown): unknown {
  if (Array.isArray(value)) {
    const members = value.map((member) => ({ member: sortLists(member), key: JSON.stringify(sortLists(member)) }))
    return members.sort((left, right) => left.key.localeCompare(right.key)).map(({ member }) => member)
  }
  const object = objectSchema.safeParse(value)
  if (!object.success) {
    return value
  }
  const entries = Object.entries(object.data).sort(([left], [right]) => left.localeCompare(right))
  return Object.fromEntries(entries.map(([name, member]) => [name, sortLists(member)]))
}

/** Orders, returns, products and stock of the store at `url`, as Medusa's own admin API returns them. */
export async function readCoreRecords(url: string, headers: Record<string, string>) {
  const lists = Object.entries(PATHS).map(async ([name, path]) => {
    const { data } = await axios.get(`${url}${path}`, { headers })
    return [name, z.array(recordsSchema).parse(sortLists(recordsSchema.parse(data)[name]))] as const
  })
  return Object.fromEntries(await Promise.all(lists))
}
