import { z } from "zod"
import { containing } from "../modules/pos/database/page"
import { idRowSchema, type Sql } from "../modules/pos/database/sql"
import { getParts, SEARCHED_CODES, SEARCHED_TITLE } from "./product-links"

/** The number of an order, as a person types it: Medusa's own, and the store's own where it generates one. */
export type OrderNumber = { displayId: number | null; customDisplayId: string }

/** Finds orders by their number. The store's own number is unique, Medusa's own may be shared by orders of an import. */
export async function findOrdersByNumber(sql: Sql, number: OrderNumber, limit: number): Promise<string[]> {
  const rows = await sql(
    idRowSchema,
    `(SELECT id FROM "order" WHERE display_id = ?::int AND deleted_at IS NULL LIMIT ?)
     UNION
     (SELECT id FROM "order" WHERE custom_display_id = ? AND deleted_at IS NULL LIMIT ?)`,
    [number.displayId, limit, number.customDisplayId, limit]
  )
  return rows.map(({ id }) => id)
}

const numberedSchema = z.object({
  id: z.string(),
  display_id: z.coerce.number().nullable(),
  custom_display_id: z.string().nullable(),
  is_deleted: z.boolean(),
})

/** An order with its numbers. */
export type NumberedOrder = z.infer<typeof numberedSchema>

/** Reads the numbers of orders, also of deleted ones. */
export async function readOrderNumbers(sql: Sql, orderIds: string[]): Promise<NumberedOrder[]> {
  return sql(
    numberedSchema,
    `SELECT id, display_id, custom_display_id, deleted_at IS NOT NULL AS is_deleted FROM "order" WHERE id = ANY(?)`,
    [orderIds]
  )
}

const uuidSchema = z.object({ variant_uuid: z.string() })

/** POS variants of a connection: by a part of a title or code, or by a whole code. */
export type NamedVariants = { connectionId: string; words: string; isWholeCode: boolean; limit: number }

/**
 * Finds the POS UUIDs of linked variants whose product's title or whose own code contains the words; `isWholeCode`:
 * whose code equals them. Why SQL: titles and codes are in another module's tables.
 */
export async function findVariantsNamed(sql: Sql, named: NamedVariants): Promise<string[]> {
  const { connectionId, words, isWholeCode, limit } = named
  const pattern = containing(words)
  const rows = await sql(
    uuidSchema,
    `WITH asked AS MATERIALIZED (
       SELECT pattern, ${getParts("words")} AS parts FROM (SELECT lower(?) AS pattern, lower(?) AS words OFFSET 0) AS said),
     titled AS MATERIALIZED (
       SELECT id FROM product
       WHERE NOT ?::boolean AND ${getParts(SEARCHED_TITLE)} @> (SELECT parts FROM asked)
         AND ${SEARCHED_TITLE} LIKE (SELECT pattern FROM asked) AND deleted_at IS NULL LIMIT ?),
     coded AS MATERIALIZED (
       SELECT id, sku, barcode, ean, upc FROM product_variant
       WHERE ${getParts(SEARCHED_CODES)} @> (SELECT parts FROM asked)
         AND ${SEARCHED_CODES} LIKE (SELECT pattern FROM asked) AND deleted_at IS NULL LIMIT ?),
     named AS MATERIALIZED (
       SELECT id FROM coded WHERE NOT ?::boolean OR lower(?) IN (lower(sku), lower(barcode), lower(ean), lower(upc))
       UNION
       SELECT variant.id FROM titled CROSS JOIN LATERAL (
         SELECT id FROM product_variant WHERE product_id = titled.id AND deleted_at IS NULL
         OFFSET 0) AS variant)
     SELECT link.variant_uuid FROM named CROSS JOIN LATERAL (
       SELECT variant_uuid FROM pos_variant_link
       WHERE variant_id = named.id AND (connection_id = ?) IS TRUE AND deleted_at IS NULL OFFSET 0) AS link
     LIMIT ?`,
    [pattern, words, isWholeCode, limit, limit, isWholeCode, words, connectionId, limit]
  )
  return rows.map((row) => row.variant_uuid)
}
