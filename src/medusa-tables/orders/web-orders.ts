/**
 * What an order of the web shop is, apart from one that mirrors a receipt: it was not made of a purchase of the counter,
 * and counts as sold. As the index has it that finds them among the orders of years, so that none over the counter is read.
 */
export const ON_THE_WEB = `metadata ->> 'pos_purchase_uuid' IS NULL AND deleted_at IS NULL`

/** Cancelled ones and drafts are no sales. */
export const IS_SOLD = "status NOT IN ('canceled', 'draft')"

/** With what a report asks of them, so that their rows need not be read, which lie far apart. */
export const WEB_ORDERS_INDEX = {
  name: "IDX_pos_order_on_the_web",
  on: `"order" ("created_at") INCLUDE ("id", "version", "currency_code", "status") WHERE ${ON_THE_WEB}`,
}
