import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import { BigNumber } from "bignumber.js"
import { z } from "zod"
import { RECORDED } from "../../contract/receipts"
import type { TableRows } from "../order-tables"
import {
  createMissing,
  findMissing,
  groupRows,
  type RowMethods,
  serviceMethod,
  type ServiceRow,
  serviceRowFinder,
} from "./service-rows"

const ORDERS = { module: Modules.ORDER, list: "listOrders", create: "createOrders" }

/** What the payment module stores for a sale, referenced rows first. */
const PAYMENT_ROWS: [table: string, methods: RowMethods][] = [
  [
    "payment_collection",
    { module: Modules.PAYMENT, list: "listPaymentCollections", create: "createPaymentCollections" },
  ],
  ["payment_session", { module: Modules.PAYMENT, list: "listPaymentSessions", create: "createPaymentSessions" }],
  ["payment", { module: Modules.PAYMENT, list: "listPayments", create: "createPayments" }],
  ["capture", { module: Modules.PAYMENT, list: "listCaptures", create: "createCaptures" }],
]

/**
 * Writes orders by Medusa's module services, from the rows that SQL would write (see `toOrderRows`): order, payments and
 * fulfillments of all in few calls, with the same ids. What exists is left out, so a write that was interrupted is
 * completed when it is repeated. The order module generates each order's custom display ID and computes its summary.
 */
export async function writeOrdersByServices(container: MedusaContainer, tables: TableRows): Promise<void> {
  const getRows = serviceRowFinder(tables)
  for (const [table, methods] of PAYMENT_ROWS) {
    await createMissing(container, getRows(table), methods)
  }
  await createFulfillments(container, getRows)
  await linkOrders(container, getRows)
  // Last, so that nobody sees an order that seems unpaid.
  await createMissing(container, toOrders(getRows), ORDERS)
  await recordHandedOver(container, getRows)
}

type RowsOf = (table: string) => ServiceRow[]

/** Orders with their lines and transactions, as the order module creates them. */
function toOrders(rowsOf: RowsOf): ServiceRow[] {
  const items = new Map(rowsOf("order_line_item").map((line) => [line.id, line]))
  const taxLines = groupRows(rowsOf("order_line_item_tax_line"), "item_id")
  const adjustments = groupRows(rowsOf("order_line_item_adjustment"), "item_id")
  const versions = groupRows(rowsOf("order_item"), "order_id")
  const transactions = groupRows(rowsOf("order_transaction"), "order_id")
  return rowsOf("order").map((order) => ({
    ...order,
    items: (versions.get(order.id) ?? []).map(({ item_id, quantity }) => ({
      ...items.get(item_id),
      quantity,
      tax_lines: (taxLines.get(item_id) ?? []).map(withoutItem),
      adjustments: (adjustments.get(item_id) ?? []).map(withoutItem),
    })),
    transactions: transactions.get(order.id) ?? [],
  }))
}

/** A nested row gets the line from its place. */
const withoutItem = ({ item_id: _line, ...row }: ServiceRow): ServiceRow => row

const createdItemSchema = z.object({
  detail: z.looseObject({
    id: z.string(),
    item_id: z.string(),
    version: z.number(),
    fulfilled_quantity: z.unknown().optional(),
  }),
})

const createdOrderSchema = z.looseObject({ id: z.string(), items: z.array(createdItemSchema).nullish() })

/** Records on each line of an order's first version that all of it was handed over. */
async function recordHandedOver(container: MedusaContainer, rowsOf: RowsOf): Promise<void> {
  const wantedItems = new Map(rowsOf("order_item").map((row) => [row.item_id, row]))
  const ids = rowsOf("order").map(({ id }) => id)
  const existingItems = await serviceMethod(
    container,
    Modules.ORDER,
    "listOrders"
  )({ id: ids }, { select: ["id"], relations: ["items"], take: ids.length })
  const updates = z
    .array(createdOrderSchema)
    .parse(existingItems)
    .flatMap(({ items }) => items ?? [])
    .flatMap(({ detail }) => {
      const row = wantedItems.get(detail.item_id)
      const isOpen = row && detail.version === row.version && new BigNumber(String(detail.fulfilled_quantity)).isZero()
      return isOpen
        ? [
            {
              id: detail.id,
              unit_price: row.unit_price,
              fulfilled_quantity: row.fulfilled_quantity,
              delivered_quantity: row.delivered_quantity,
              created_at: row.created_at,
            },
          ]
        : []
    })
  if (updates.length > 0) {
    await serviceMethod(container, Modules.ORDER, "updateOrderItems")(updates)
  }
}

/**
 * Creates fulfillments one by one, because their module has no other way. Our provider accepts only those that the
 * import marks.
 */
async function createFulfillments(container: MedusaContainer, rowsOf: RowsOf): Promise<void> {
  const items = groupRows(rowsOf("fulfillment_item"), "fulfillment_id")
  const orderByFulfillment = new Map(rowsOf("order_fulfillment").map((link) => [link.fulfillment_id, link.order_id]))
  const missing = await findMissing(container, rowsOf("fulfillment"), {
    module: Modules.FULFILLMENT,
    list: "listFulfillments",
  })
  const create = serviceMethod(container, Modules.FULFILLMENT, "createFulfillment")
  for (const fulfillment of missing) {
    await create({
      ...fulfillment,
      items: (items.get(fulfillment.id) ?? []).map(({ fulfillment_id: _fulfillment, ...item }) => item),
      labels: [],
      order: { id: orderByFulfillment.get(fulfillment.id), [RECORDED]: true },
    })
  }
}

/** Links orders with their payment collections and fulfillments; a link that exists stays. */
async function linkOrders(container: MedusaContainer, rowsOf: RowsOf): Promise<void> {
  const collections = rowsOf("order_payment_collection").map(({ order_id, payment_collection_id }) => ({
    [Modules.ORDER]: { order_id },
    [Modules.PAYMENT]: { payment_collection_id },
  }))
  const fulfillments = rowsOf("order_fulfillment").map(({ order_id, fulfillment_id }) => ({
    [Modules.ORDER]: { order_id },
    [Modules.FULFILLMENT]: { fulfillment_id },
  }))
  const links = [...collections, ...fulfillments]
  if (links.length > 0) {
    await container.resolve(ContainerRegistrationKeys.LINK).create(links)
  }
}
