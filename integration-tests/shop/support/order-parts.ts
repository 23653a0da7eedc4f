import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { BigNumber } from "bignumber.js"
import { z } from "zod"

/** The tables of an order with its payments, fulfillments and refunds, each with the condition that finds its rows. */
const TABLES = {
  order: "id = :id",
  order_summary: "order_id = :id",
  order_item: "order_id = :id",
  order_line_item: "id IN (SELECT item_id FROM order_item WHERE order_id = :id)",
  order_line_item_tax_line: "item_id IN (SELECT item_id FROM order_item WHERE order_id = :id)",
  order_line_item_adjustment: "item_id IN (SELECT item_id FROM order_item WHERE order_id = :id)",
  order_credit_line: "order_id = :id",
  order_transaction: "order_id = :id",
  order_shipping: "order_id = :id",
  order_change: "order_id = :id",
  order_change_action: "order_id = :id",
  return: "order_id = :id",
  return_item: `return_id IN (SELECT id FROM "return" WHERE order_id = :id)`,
  order_payment_collection: "order_id = :id",
  payment_collection: "id IN (SELECT payment_collection_id FROM order_payment_collection WHERE order_id = :id)",
  payment_session:
    "payment_collection_id IN (SELECT payment_collection_id FROM order_payment_collection WHERE order_id = :id)",
  payment: "payment_collection_id IN (SELECT payment_collection_id FROM order_payment_collection WHERE order_id = :id)",
  capture: `payment_id IN (SELECT payment.id FROM payment JOIN order_payment_collection AS link
            USING (payment_collection_id) WHERE link.order_id = :id)`,
  refund: `payment_id IN (SELECT payment.id FROM payment JOIN order_payment_collection AS link
           USING (payment_collection_id) WHERE link.order_id = :id)`,
  order_fulfillment: "order_id = :id",
  fulfillment: "id IN (SELECT fulfillment_id FROM order_fulfillment WHERE order_id = :id)",
  fulfillment_item: "fulfillment_id IN (SELECT fulfillment_id FROM order_fulfillment WHERE order_id = :id)",
}

export type OrderTable = keyof typeof TABLES

const resultSchema = z.looseObject({ rows: z.array(z.record(z.string(), z.unknown())) })

/** Rows of an order by table, without what differs between two orders of alike receipts: ids, numbers and times of writing. */
export async function readOrderParts(knex: Knex, orderId: string): Promise<Record<string, Record<string, unknown>[]>> {
  const parts: Record<string, Record<string, unknown>[]> = {}
  for (const [table, condition] of Object.entries(TABLES)) {
    const answer: unknown = await knex.raw(`SELECT * FROM "${table}" WHERE ${condition}`, { id: orderId })
    const rows = resultSchema.parse(answer).rows.map((row) => toComparable(table, row))
    parts[table] = rows.sort((left, right) => (JSON.stringify(left) < JSON.stringify(right) ? -1 : 1))
  }
  return parts
}

/** Columns of the moment of writing, and numbers that the database gives. */
const OF_WRITING = new Set(["updated_at", "display_id", "ordering"])

/** Tables whose rows are created at the moment of writing; those of others at the time of the sale. */
const CREATED_WHEN_WRITTEN = new Set(["order_summary", "order_payment_collection", "order_fulfillment"])

/** Medusa's ids, those that SQL gives copied rows, and the UUIDs of the POS. */
const IDS =
  /\b(?:[a-z_]+_(?:[0-9A-Z]{26}|[0-9a-f]{32})|[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})\b/g

/** Rows that a later version of an order copies have the moment of writing, too. */
const isCreatedWhenWritten = (table: string, { version }: Record<string, unknown>) =>
  CREATED_WHEN_WRITTEN.has(table) || (table !== "order" && Number(version ?? 1) > 1)

function toComparable(table: string, row: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(row)
      .filter(([column, value]) => value !== null && !OF_WRITING.has(column))
      .filter(([column]) => column !== "created_at" || !isCreatedWhenWritten(table, row))
      .map(([column, value]) => [column, compareValue(column, value)])
      .sort(([first], [second]) => (String(first) < String(second) ? -1 : 1))
  )
}

function compareValue(column: string, value: unknown): unknown {
  if (column === "id" || column.endsWith("_id")) {
    return typeof value === "string" ? value.replace(IDS, "an id") : value
  }
  return comparable(value)
}

const rawSchema = z.strictObject({ value: z.union([z.string(), z.number()]), precision: z.number().optional() })

/** Numbers in one notation: Medusa writes "10.50" where SQL writes "10.5". */
function comparable(value: unknown): unknown {
  if (value instanceof Date) {
    return value.toISOString()
  }
  const raw = rawSchema.safeParse(value)
  if (raw.success) {
    return new BigNumber(raw.data.value).toFixed()
  }
  if (Array.isArray(value)) {
    return value.map(comparable)
  }
  if (typeof value === "object" && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, comparable(inner)]))
  }
  return typeof value === "string" && /^-?\d+(\.\d+)?$/.test(value)
    ? new BigNumber(value).toFixed()
    : typeof value === "string"
      ? value.replace(IDS, "an id")
      : value
}
