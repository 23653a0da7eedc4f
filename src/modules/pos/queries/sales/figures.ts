import { z } from "@medusajs/framework/zod"
import { SALES_DIMENSIONS, type SalesDimension } from "../../../../vocabulary/report"
import { minorUnitsColumn, nullableMinorUnitsColumn } from "../../database/big-number"
import { jsonText } from "../../database/json-text"
import type { Sql } from "../../database/sql"
import { entityId } from "../../entity-id"
import { within } from "../finance/export-queries"

const soldSchema = z.object({
  amount: minorUnitsColumn,
  vat_amount: nullableMinorUnitsColumn,
  currency_code: z.string(),
  refund: z.boolean(),
  cashier: z.string().nullable(),
  hour: z.number(),
  payload: z.unknown(),
})

/** What was sold on a day of the organisation, in the order of the day. */
export async function readSoldOn(sql: Sql, scope: { connectionId: string; timeZone: string; day: string }) {
  const { connectionId, timeZone, day } = scope
  const sold = within("sold_at", { connectionId, timeZone, from: day, to: day })
  return sql(
    soldSchema,
    `SELECT amount, vat_amount, currency_code, refund, cashier, extract(hour FROM sold_at AT TIME ZONE ?)::int AS hour, payload
     FROM pos_receipt WHERE connection_id = ? AND ${sold.text} AND deleted_at IS NULL ORDER BY sold_at, id`,
    [timeZone, connectionId, ...sold.bindings]
  )
}

const categorySchema = z.object({ product_uuid: z.string(), category: z.string() })

/**
 * The categories that the till shows of products, by the products' UUIDs there, those of a product's parts too; without
 * those that have none.
 */
export async function readTillCategories(
  sql: Sql,
  connectionId: string,
  productUuids: string[]
): Promise<Map<string, string>> {
  const rows = await sql(
    categorySchema,
    `SELECT uuid AS product_uuid, category FROM unnest(?::text[]) AS asked(uuid) CROSS JOIN LATERAL (
       (SELECT one.accepted_content #>> '{category,name}' AS category FROM pos_product_link AS one
        WHERE one.product_uuid = asked.uuid AND (one.connection_id = ?) IS TRUE AND one.deleted_at IS NULL OFFSET 0)
       UNION ALL
       (SELECT one.accepted_content #>> '{category,name}' FROM pos_product_part AS one
        WHERE one.product_uuid = asked.uuid AND (one.connection_id = ?) IS TRUE AND one.deleted_at IS NULL OFFSET 0)
     ) AS found
     WHERE category <> ''`,
    [productUuids, connectionId, connectionId]
  )
  return new Map(rows.map(({ product_uuid, category }) => [product_uuid, category]))
}

/** What receipts come to by one thing: sums of minor units with tax, refunds subtracted; `quantity` is decimal text. */
export type SalesFigure = {
  dimension: SalesDimension
  key: string
  parent: string | null
  label: string | null
  variant: string | null
  currency_code: string
  /** receipts in which it stands */
  sales: number
  refunds: number
  quantity: string
  gross: number
  tax: number
  discount: number
  tips: number
}

/** Puts figures of a day in the place of those that it had. For one process at a time. */
export async function replaceFigures(
  sql: Sql,
  connectionId: string,
  day: string,
  figures: SalesFigure[]
): Promise<void> {
  await sql(
    z.unknown(),
    "DELETE FROM pos_sales_figure WHERE connection_id = ? AND dimension = ANY(?) AND day = ? AND deleted_at IS NULL",
    [connectionId, [...SALES_DIMENSIONS], day]
  )
  await sql(
    z.unknown(),
    `INSERT INTO pos_sales_figure (id, connection_id, day, dimension, key, parent, label, variant, currency_code, sales,
       refunds, quantity, gross, tax, discount, tips)
     SELECT ? || '_' || row_number() OVER (), ?, ?, row.* FROM json_to_recordset(?::json) AS row(dimension text, key text,
       parent text, label text, variant text, currency_code text, sales int, refunds int, quantity numeric, gross numeric,
       tax numeric, discount numeric, tips numeric)`,
    [entityId("posfig"), connectionId, day, jsonText(figures)]
  )
}
