import { z } from "zod"
import { allOf, type Fragment, fragment } from "../modules/pos/database/page"
import { idRowSchema, type Sql } from "../modules/pos/database/sql"

/**
 * Condition on `product` and `link`, whose columns are null without a link: the connection of `link` sells the product.
 * @param selected see selectionCondition
 */
const soldCondition = ({ text, bindings }: Fragment): Fragment =>
  fragment(
    `product.deleted_at IS NULL AND (product.status = 'published') IS TRUE
  AND coalesce(link.inclusion, 'auto') <> 'exclude' AND (link.inclusion = 'include' OR ${text})`,
    ...bindings
  )

/** `product` with the connection's link, if any. Its one binding is the connection's ID. */
const FROM_PRODUCTS_WITH_LINKS = `FROM product
     LEFT JOIN LATERAL (
       SELECT id, inclusion FROM pos_product_link
       WHERE product_id = product.id AND (connection_id = ?) IS TRUE AND deleted_at IS NULL OFFSET 0) AS link
       ON true`

/** Condition on `link`: its connection sells the product. @param selected see selectionCondition */
export function soldLink(selected: Fragment): Fragment {
  const { text, bindings } = soldCondition(selected)
  return fragment(`EXISTS (SELECT 1 FROM product WHERE product.id = link.product_id AND ${text})`, ...bindings)
}

/**
 * Lists published products that a connection sells, page by page by ID. Why SQL: the selection joins tables of three
 * modules.
 */
export async function findSoldProducts(
  sql: Sql,
  input: {
    connectionId: string
    selected: Fragment
    after: string
    limit: number
    among: string[] | null
    unlinked: boolean
  }
): Promise<string[]> {
  const { connectionId, among, after, unlinked, limit } = input
  const where = allOf(
    fragment("product.id > ?", after),
    among ? fragment("product.id = ANY(?)", among) : null,
    unlinked ? fragment("link.id IS NULL") : null,
    soldCondition(input.selected)
  )
  const rows = await sql(
    idRowSchema,
    `SELECT product.id ${FROM_PRODUCTS_WITH_LINKS}
     WHERE ${where.text}
     ORDER BY product.id LIMIT ?`,
    [connectionId, ...where.bindings, limit]
  )
  return rows.map(({ id }) => id)
}

/** Counts the published products that a connection sells. */
export async function countSoldProducts(
  sql: Sql,
  { connectionId, selected }: { connectionId: string; selected: Fragment }
): Promise<number> {
  const sold = soldCondition(selected)
  const [row] = await sql(
    z.object({ count: z.coerce.number() }),
    `SELECT count(*) AS count ${FROM_PRODUCTS_WITH_LINKS} WHERE ${sold.text}`,
    [connectionId, ...sold.bindings]
  )
  return row?.count ?? 0
}

/** Lists the products that a full sync would check, by ID: those that are sold, and those that have a link. */
export async function findPlannedProducts(
  sql: Sql,
  input: { connectionId: string; selected: Fragment; after: string; limit: number }
): Promise<string[]> {
  const rows = await sql(
    idRowSchema,
    `SELECT product_id AS id FROM (
       SELECT link.product_id FROM pos_product_link AS link
       WHERE link.connection_id = ? AND link.product_id > ? AND link.deleted_at IS NULL
       UNION
       SELECT product.id FROM product
       WHERE product.id > ? AND product.deleted_at IS NULL AND (product.status = 'published') IS TRUE AND ${input.selected.text})
       AS planned
     ORDER BY product_id LIMIT ?`,
    [input.connectionId, input.after, input.after, ...input.selected.bindings, input.limit]
  )
  return rows.map(({ id }) => id)
}

/** Finds the products that exist, of those given. */
export async function findLivingProducts(sql: Sql, productIds: string[]): Promise<string[]> {
  const rows = await sql(idRowSchema, "SELECT id FROM product WHERE id = ANY(?) AND deleted_at IS NULL", [productIds])
  return rows.map(({ id }) => id)
}

const identitySchema = z.object({
  product_id: z.string(),
  title: z.string(),
  handle: z.string().nullable(),
  variants: z.array(
    z.object({ id: z.string(), title: z.string().nullable(), sku: z.string().nullable(), codes: z.array(z.string()) })
  ),
})

export type ProductIdentity = z.infer<typeof identitySchema>

/** Reads what distinguishes products. Why SQL: it reads whole catalogs, a page per query. */
export async function readIdentities(sql: Sql, productIds: string[]): Promise<ProductIdentity[]> {
  return sql(
    identitySchema,
    `SELECT product.id AS product_id, product.title, product.handle,
       coalesce((SELECT json_agg(json_build_object('id', variant.id, 'title', variant.title, 'sku', variant.sku,
           'codes', array_remove(ARRAY[nullif(variant.barcode, ''), nullif(variant.ean, ''), nullif(variant.upc, '')], NULL))
         ORDER BY coalesce(variant.variant_rank, 0), variant.id)
         FROM product_variant AS variant WHERE variant.product_id = product.id AND variant.deleted_at IS NULL), '[]')
         AS variants
     FROM product WHERE product.id = ANY(?) ORDER BY product.id`,
    [productIds]
  )
}

const titleSchema = z.object({ id: z.string(), title: z.string(), thumbnail: z.string().nullable() })

export type ProductTitle = z.infer<typeof titleSchema>

/** Reads the titles and thumbnails of products. @returns product ID → title and thumbnail */
export async function readTitles(sql: Sql, productIds: string[]): Promise<Map<string, ProductTitle>> {
  const rows = await sql(
    titleSchema,
    "SELECT id, title, nullif(thumbnail, '') AS thumbnail FROM product WHERE id = ANY(?)",
    [productIds]
  )
  return new Map(rows.map((row) => [row.id, row]))
}

/** Texts by which products may be recognized; titles in lower case. */
export type ProductWords = { handles: string[]; titles: string[]; skus: string[]; barcodes: string[] }

/** Finds store products that share a handle, code or name with a POS product, and that have no link. */
export async function findAlikeProducts(sql: Sql, connectionIds: string[], words: ProductWords): Promise<string[]> {
  const { handles, titles, skus, barcodes } = words
  const rows = await sql(
    idRowSchema,
    // Each code uses its own index: one combined condition would read the whole catalog.
    `SELECT product.id FROM product
     WHERE product.deleted_at IS NULL AND product.id = ANY(ARRAY(
       SELECT id FROM product WHERE handle = ANY(?) AND deleted_at IS NULL
       UNION SELECT id FROM product WHERE lower(title) = ANY(?) AND deleted_at IS NULL
       UNION SELECT product_id FROM product_variant WHERE sku = ANY(?) AND deleted_at IS NULL
       UNION SELECT product_id FROM product_variant WHERE barcode = ANY(?) AND deleted_at IS NULL
       UNION SELECT product_id FROM product_variant WHERE ean = ANY(?) AND deleted_at IS NULL
       UNION SELECT product_id FROM product_variant WHERE upc = ANY(?) AND deleted_at IS NULL))
       AND NOT EXISTS (SELECT 1 FROM pos_product_link AS link WHERE link.product_id = product.id
         AND link.connection_id = ANY(?) AND link.accepted_content IS NOT NULL AND link.deleted_at IS NULL OFFSET 0)
     LIMIT 1000`,
    [handles, titles, skus, barcodes, barcodes, barcodes, connectionIds]
  )
  return rows.map(({ id }) => id)
}

const madeSchema = z.object({ id: z.string(), is_whole: z.boolean() })

/**
 * Finds the products that exist, of those given. `is_whole` false: their creation was interrupted before their variants
 * had prices.
 */
export async function findCreatedProducts(sql: Sql, productIds: string[]): Promise<z.infer<typeof madeSchema>[]> {
  return sql(
    madeSchema,
    `SELECT product.id, EXISTS (SELECT 1 FROM product_variant AS variant
       JOIN product_variant_price_set AS priced ON priced.variant_id = variant.id AND priced.deleted_at IS NULL
       WHERE variant.product_id = product.id AND variant.deleted_at IS NULL) AS is_whole
     FROM product WHERE product.id = ANY(?) AND product.deleted_at IS NULL`,
    [productIds]
  )
}

/**
 * Finds products with an image that is due for another attempt. Why SQL: it joins the plugin's images with the store's.
 */
export async function findProductsWithDueImages(sql: Sql, connectionId: string, now: Date): Promise<string[]> {
  const rows = await sql(
    z.object({ product_id: z.string() }),
    `WITH due AS (
       SELECT url FROM pos_image
       WHERE connection_id = ? AND state = 'invalid' AND next_attempt_at <= ? AND deleted_at IS NULL)
     SELECT image.product_id FROM due JOIN image ON image.url = due.url AND image.deleted_at IS NULL
     UNION SELECT product.id FROM due JOIN product ON product.thumbnail = due.url AND product.deleted_at IS NULL`,
    [connectionId, now]
  )
  return rows.map((row) => row.product_id)
}

export type PosCategory = { uuid: string; name: string }

const knownSchema = z.object({ category_uuid: z.string().nullable(), id: z.string(), name: z.string() })

/** A category of the store; `category_uuid` is the linked category of the POS, null for none. */
export type KnownCategory = z.infer<typeof knownSchema>

/** Finds the store's categories that are linked to those of the POS, or have the same names, the newest first. */
export async function findPosCategories(
  sql: Sql,
  connectionId: string,
  posCategories: PosCategory[]
): Promise<KnownCategory[]> {
  return sql(
    knownSchema,
    `SELECT link.category_uuid, category.id, category.name FROM product_category AS category
     LEFT JOIN pos_category_link AS link
       ON link.category_id = category.id AND link.connection_id = ? AND link.deleted_at IS NULL
     WHERE category.deleted_at IS NULL AND (link.category_uuid = ANY(?) OR lower(category.name) = ANY(?))
     ORDER BY category.created_at DESC`,
    [connectionId, posCategories.map(({ uuid }) => uuid), posCategories.map(({ name }) => name.toLowerCase())]
  )
}

/** Finds variants of products that have no barcode, EAN or UPC. */
export async function findVariantsWithoutCode(sql: Sql, productIds: string[]): Promise<string[]> {
  const rows = await sql(
    idRowSchema,
    `SELECT id FROM product_variant
     WHERE product_id = ANY(?) AND deleted_at IS NULL
       AND coalesce(barcode, '') = '' AND coalesce(ean, '') = '' AND coalesce(upc, '') = ''
     ORDER BY id`,
    [productIds]
  )
  return rows.map(({ id }) => id)
}

/** Finds the given codes that variants of the store have, and the other codes of these variants. */
export async function findTakenCodes(sql: Sql, codes: string[]): Promise<Set<string>> {
  const rows = await sql(
    z.object({ barcode: z.string().nullable() }),
    `SELECT unnest(ARRAY[barcode, ean, upc]) AS barcode FROM product_variant
     WHERE (barcode = ANY(?) OR ean = ANY(?) OR upc = ANY(?)) AND deleted_at IS NULL`,
    [codes, codes, codes]
  )
  return new Set(rows.flatMap((row) => row.barcode ?? []))
}
