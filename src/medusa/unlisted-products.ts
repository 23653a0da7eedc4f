import { z } from "zod"
import { UNLISTED_REASONS, type UnlistedReason } from "../contract/catalog"
import { allOf, type Fragment, fragment, type Page } from "../modules/pos/database/page"
import type { Sql } from "../modules/pos/database/sql"
import { isNamed } from "./product-links"

/**
 * Products that are not at the POS of a connection.
 * @property selected see selectionCondition
 * @property q part of a title, SKU, barcode, EAN or UPC
 */
export type UnlistedQuery = Page & {
  connectionId: string
  selected: Fragment
  reason?: UnlistedReason | undefined
  q?: string | undefined
}

const pageSchema = z.object({
  products: z.array(
    z.object({
      product_id: z.string(),
      title: z.string(),
      thumbnail: z.string().nullable(),
      /** its status in the store: draft, proposed, published or rejected */
      status: z.string(),
      reason: z.enum(UNLISTED_REASONS),
      /** why it was rejected, or why the last attempt to send it failed; null: neither */
      error: z.string().nullable(),
    })
  ),
  counts: z.partialRecord(z.enum(UNLISTED_REASONS), z.number()),
})

/** A page of products by ID, and how many there are for each reason, before `reason` is applied. */
export type UnlistedPage = z.infer<typeof pageSchema>

/** The first reason that applies, in the order of `decideListing`: what a person decided, the selection, the status. */
const toReason = ({ text, bindings }: Fragment): Fragment =>
  fragment(
    `CASE WHEN link.inclusion = 'exclude' THEN 'excluded'
       WHEN link.inclusion IS DISTINCT FROM 'include' AND NOT (${text}) THEN 'not_selected'
       WHEN product.status IS DISTINCT FROM 'published' THEN 'unpublished'
       WHEN link.revision = link.pushed_revision AND link.state = 'rejected' THEN 'rejected'
       WHEN link.revision = link.pushed_revision AND link.state = 'unsent' THEN 'skipped'
       ELSE 'waiting' END`,
    ...bindings
  )

/** SQL condition on `link`: the product changed after its rejection and was not tried again. */
const IS_REJECTION_FORMER =
  "link.state = 'rejected' AND link.revision > link.pushed_revision AND link.next_attempt_at IS NULL"

/**
 * Lists the products that are not at the POS of a connection: without a link, or without content that the POS has
 * accepted. Why SQL: the reason depends on tables of several modules, and one query reads each product once.
 */
export async function findUnlistedProducts(sql: Sql, query: UnlistedQuery): Promise<UnlistedPage> {
  const reason = toReason(query.selected)
  const missing = allOf(
    fragment("product.deleted_at IS NULL AND link.is_there IS NOT TRUE"),
    query.q === undefined ? null : isNamed(query.q, "product.id")
  )
  const reasonCondition = query.reason === undefined ? fragment("true") : fragment("reason = ?", query.reason)
  const [page] = await sql(
    pageSchema,
    `WITH unlisted AS MATERIALIZED (
       SELECT product.id AS product_id, product.title, nullif(product.thumbnail, '') AS thumbnail, product.status,
         ${reason.text} AS reason, CASE WHEN ${IS_REJECTION_FORMER} THEN NULL ELSE link.rejection END AS error
       FROM product
       LEFT JOIN LATERAL (
         SELECT inclusion, revision, pushed_revision, state, rejection, next_attempt_at,
           accepted_content IS NOT NULL AS is_there
         FROM pos_product_link
         WHERE product_id = product.id AND (connection_id = ?) IS TRUE AND deleted_at IS NULL OFFSET 0) AS link
         ON true
       WHERE ${missing.text}),
     shown AS (SELECT * FROM unlisted WHERE ${reasonCondition.text} ORDER BY product_id LIMIT ? OFFSET ?)
     SELECT (SELECT coalesce(json_agg(shown ORDER BY product_id), '[]') FROM shown) AS products,
       (SELECT coalesce(json_object_agg(reason, count), '{}') FROM (
         SELECT reason, count(*) AS count FROM unlisted GROUP BY reason) AS counted) AS counts`,
    [
      ...reason.bindings,
      query.connectionId,
      ...missing.bindings,
      ...reasonCondition.bindings,
      query.limit,
      query.offset,
    ]
  )
  return page ?? { products: [], counts: {} }
}
