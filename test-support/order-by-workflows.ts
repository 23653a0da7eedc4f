import type { MedusaContainer } from "@medusajs/framework/types"
import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import {
  completeOrderWorkflow,
  createFulfillmentWorkflow,
  createOrderPaymentCollectionWorkflow,
  createOrderWorkflow,
  markPaymentCollectionAsPaid,
} from "@medusajs/medusa/core-flows"
import { z } from "zod"

/** Tables that an order over the POS fills, and columns that only a history of changes or a customer fills. */
const TABLES = [
  "order",
  "order_summary",
  "order_item",
  "order_line_item",
  "order_line_item_tax_line",
  "payment_collection",
  "order_payment_collection",
  "payment_session",
  "payment",
  "capture",
  "order_transaction",
  "fulfillment",
  "fulfillment_item",
  "order_fulfillment",
]

/** A delivery address that the chain makes up and leaves empty. */
const LEFT_OUT: Record<string, string[]> = { fulfillment: ["delivery_address_id"] }

export type OrderRowColumns = Record<string, { ids: string[]; filled: string[] }>

/** Which columns of which tables hold something, over the rows that are there. */
export async function readOrderRows(knex: Knex, of: string[] = TABLES): Promise<OrderRowColumns> {
  const tables: OrderRowColumns = {}
  for (const table of of) {
    const { rows } = resultSchema.parse(await knex.raw("SELECT * FROM ??", [table]))
    tables[table] = columnsOf(table, rows)
    rowsByTable.set(table, rows)
  }
  return tables
}

const resultSchema = z.looseObject({ rows: z.array(z.looseObject({ id: z.string() })) })

const rowsByTable = new Map<string, { id: string; [column: string]: unknown }[]>()

/** The columns of rows that were not there before. */
export function without(all: OrderRowColumns, before: OrderRowColumns): OrderRowColumns {
  return Object.fromEntries(
    Object.keys(all).map((table) => [
      table,
      columnsOf(
        table,
        (rowsByTable.get(table) ?? []).filter((row) => !before[table]?.ids.includes(row.id))
      ),
    ])
  )
}

function columnsOf(table: string, rows: { id: string; [column: string]: unknown }[]) {
  const filled = new Set(
    rows.flatMap((row) =>
      Object.keys(row).filter((column) => row[column] !== null && !LEFT_OUT[table]?.includes(column))
    )
  )
  return { ids: rows.map(({ id }) => id), filled: [...filled].sort() }
}

/** What Medusa documents for an order that was sold, paid, handed over and completed elsewhere. */
export async function placeOrderByWorkflows(
  container: MedusaContainer,
  shop: { regionId: string; salesChannelId: string; stockLocationId: string; variantId: string }
): Promise<void> {
  const query = container.resolve(ContainerRegistrationKeys.QUERY)
  const { data: variants } = await query.graph({
    entity: "variant",
    fields: ["id", "title", "product_id", "inventory_items.inventory_item_id"],
    filters: { id: shop.variantId },
  })
  const [variant] = z
    .array(
      z.looseObject({
        product_id: z.string(),
        inventory_items: z.array(z.looseObject({ inventory_item_id: z.string() })),
      })
    )
    .parse(variants)
  const { result: order } = await createOrderWorkflow(container).run({
    input: {
      region_id: shop.regionId,
      sales_channel_id: shop.salesChannelId,
      currency_code: "sek",
      no_notification: true,
      metadata: { from: "workflows" },
      items: [
        {
          variant_id: shop.variantId,
          product_id: variant?.product_id,
          title: "Tröja",
          quantity: 2,
          unit_price: 623.75,
          is_tax_inclusive: true,
          requires_shipping: false,
          tax_lines: [{ code: "VAT25", rate: 25, description: "VAT 25 %" }],
        },
      ],
    },
  })
  const {
    result: [collection],
  } = await createOrderPaymentCollectionWorkflow(container).run({ input: { order_id: order.id, amount: 1247.5 } })
  await markPaymentCollectionAsPaid(container).run({
    input: { order_id: order.id, payment_collection_id: collection?.id ?? "" },
  })
  const [item] = order.items ?? []
  const quantities = [{ id: item?.id ?? "", quantity: 2 }]
  const now = new Date()
  const { result: fulfillment } = await createFulfillmentWorkflow(container).run({
    input: {
      location_id: shop.stockLocationId,
      provider_id: "manual_manual",
      shipping_option_id: null,
      packed_at: now,
      delivered_at: now,
      delivery_address: {},
      labels: [],
      data: {},
      order,
      items: [
        {
          line_item_id: item?.id,
          inventory_item_id: variant?.inventory_items[0]?.inventory_item_id,
          quantity: 2,
          title: "Tröja",
          sku: "TROJA-M",
          barcode: "",
        },
      ],
    },
  })
  await container.resolve(ContainerRegistrationKeys.LINK).create({
    [Modules.ORDER]: { order_id: order.id },
    [Modules.FULFILLMENT]: { fulfillment_id: fulfillment.id },
  })
  const orders = container.resolve(Modules.ORDER)
  const reference = {
    order_id: order.id,
    reference: Modules.FULFILLMENT,
    reference_id: fulfillment.id,
    items: quantities,
  }
  await orders.registerFulfillment(reference)
  await orders.registerDelivery(reference)
  await completeOrderWorkflow(container).run({ input: { orderIds: [order.id] } })
}
