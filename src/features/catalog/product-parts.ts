import type { MedusaContainer } from "@medusajs/framework/types"
import { z } from "zod"
import { POS_MODULE } from "../../modules/pos"
import { jsonText } from "../../modules/pos/database/json-text"
import { idRowSchema, type Sql } from "../../modules/pos/database/sql"
import { entityId, chooseUuid } from "../../modules/pos/entity-id"
import { PRODUCT_LIMITS } from "../../pos-api/contract"
import {
  ensureCategoryLinks,
  ensureVariantLinks,
  findCategoryUuids,
  findPlacedVariants,
  findVariantUuids,
} from "./links"
import type { Placements, StoreProduct } from "./store-product-mapping"
import { LOCKED_BY_ID } from "../../modules/pos/link-locks"

type Link = { id: string; product_uuid: string }

export type LinkedParts = { link: Link; parts: StoreProduct[] }

/** UUIDs of a batch: of its products, part by part, of their variants and categories. */
export type ProductUuids = {
  productUuidOf: (link: Link, part: number) => string
  variantUuids: Map<string, string>
  categoryUuids: Map<string, string>
  /** the further parts that exist, needed or not */
  furtherParts: ProductPart[]
}

/** Returns which part each variant is in, for products with more variants than one part may have. */
export async function findPlacements(
  container: MedusaContainer,
  connectionId: string,
  items: { link: Link; product: StoreProduct }[]
): Promise<Placements> {
  const large = items.filter(({ product }) => product.variants.length > PRODUCT_LIMITS.variants)
  if (large.length === 0) {
    return new Map()
  }
  const linkIds = large.map(({ link }) => link.id)
  const variantIds = large.flatMap(({ product }) => product.variants.map(({ id }) => id))
  return container.resolve(POS_MODULE).query(async (sql) => {
    const parts = await findProductParts(sql, linkIds)
    const placed = await findPlacedVariants(sql, connectionId, variantIds)
    const partByUuid = new Map([
      ...large.map(({ link }): [string, number] => [link.product_uuid, 0]),
      ...parts.map(({ product_uuid, part }): [string, number] => [product_uuid, part]),
    ])
    return new Map(
      placed.flatMap(({ variant_id, product_uuid }): [string, number][] => {
        const part = partByUuid.get(product_uuid)
        return part === undefined ? [] : [[variant_id, part]]
      })
    )
  })
}

/** Chooses and stores the UUIDs that a batch needs, before any of it is sent. */
export async function ensureUuids(
  container: MedusaContainer,
  connectionId: string,
  items: LinkedParts[]
): Promise<ProductUuids> {
  const pos = container.resolve(POS_MODULE)
  const linkIds = items.map(({ link }) => link.id)
  const further = items.flatMap(({ link, parts }) =>
    parts.slice(1).map((_, index) => ({ product_link_id: link.id, part: index + 1 }))
  )
  return pos.query(async (sql) => {
    if (further.length > 0) {
      await ensureProductParts(sql, connectionId, further)
    }
    const furtherParts = await findProductParts(sql, linkIds)
    const findProductUuid = uuidFinder(furtherParts)
    const variants = items.flatMap(({ link, parts }) =>
      parts.flatMap((part, index) =>
        part.variants.map(({ id }) => ({
          variant_id: id,
          product_link_id: link.id,
          product_uuid: findProductUuid(link, index),
        }))
      )
    )
    return {
      productUuidOf: findProductUuid,
      furtherParts,
      variantUuids: await ensureVariantLinks(sql, connectionId, variants),
      categoryUuids: await ensureCategoryLinks(sql, connectionId, categoryIds(items)),
    }
  })
}

/**
 * Returns the UUIDs of a batch without writing, for a preview; those that do not exist yet are chosen but not stored.
 */
export async function lookUpUuids(
  container: MedusaContainer,
  connectionId: string,
  items: LinkedParts[]
): Promise<ProductUuids> {
  const variantIds = items.flatMap(({ parts }) => parts.flatMap(({ variants }) => variants.map(({ id }) => id)))
  return container.resolve(POS_MODULE).query(async (sql) => {
    const furtherParts = await findProductParts(
      sql,
      items.map(({ link }) => link.id)
    )
    const categories = categoryIds(items)
    return {
      productUuidOf: uuidFinder(furtherParts),
      furtherParts,
      variantUuids: withMissing(variantIds, await findVariantUuids(sql, connectionId, variantIds)),
      categoryUuids: withMissing(categories, await findCategoryUuids(sql, connectionId, categories)),
    }
  })
}

function categoryIds(items: LinkedParts[]): string[] {
  return items.flatMap(({ parts }) => parts.flatMap(({ category }) => category?.id ?? []))
}

function uuidFinder(furtherParts: ProductPart[]) {
  const partUuids = new Map(furtherParts.map((part) => [`${part.product_link_id}:${part.part}`, part.product_uuid]))
  return (link: Link, part: number) =>
    part === 0 ? link.product_uuid : (partUuids.get(`${link.id}:${part}`) ?? chooseUuid())
}

function withMissing(ids: string[], known: Map<string, string>): Map<string, string> {
  return new Map(ids.map((id) => [id, known.get(id) ?? chooseUuid()]))
}

const productPartSchema = z.object({
  id: z.string(),
  product_link_id: z.string(),
  part: z.number(),
  product_uuid: z.string(),
  accepted_content: z.unknown(),
  etag: z.string().nullable(),
  pos_content: z.unknown(),
})

export type ProductPart = z.infer<typeof productPartSchema>

/** Returns the further parts of products, in their order. */
export async function findProductParts(sql: Sql, linkIds: string[]): Promise<ProductPart[]> {
  return sql(
    productPartSchema,
    `SELECT id, product_link_id, part, product_uuid, accepted_content, etag, pos_content FROM pos_product_part
     WHERE product_link_id = ANY(?) AND deleted_at IS NULL ORDER BY product_link_id, part`,
    [linkIds]
  )
}

/** Creates missing further parts, with newly chosen UUIDs. */
async function ensureProductParts(
  sql: Sql,
  connectionId: string,
  wanted: { product_link_id: string; part: number }[]
): Promise<void> {
  const parts = wanted.map((part) => ({ ...part, id: entityId("pospart"), product_uuid: chooseUuid() }))
  await sql(
    idRowSchema,
    `INSERT INTO pos_product_part (id, connection_id, product_link_id, part, product_uuid)
     SELECT wanted.id, ?, wanted.product_link_id, wanted.part, wanted.product_uuid
     FROM json_to_recordset(?::json) AS wanted(id text, product_link_id text, part int, product_uuid text)
     ON CONFLICT (product_link_id, part) WHERE deleted_at IS NULL DO NOTHING RETURNING id`,
    [connectionId, jsonText(parts)]
  )
}

/** Stores what the POS accepted of further parts. */
export async function recordProductParts(
  sql: Sql,
  parts: { id: string; accepted_content: unknown; etag: string | null; pos_content: unknown }[]
): Promise<void> {
  await sql(
    idRowSchema,
    `UPDATE pos_product_part AS part SET accepted_content = sent.accepted_content, etag = sent.etag,
       pos_content = sent.pos_content, updated_at = now()
     FROM json_to_recordset(?::json) AS sent(id text, accepted_content jsonb, etag text, pos_content jsonb)
     WHERE part.id = sent.id RETURNING part.id`,
    [jsonText(parts)]
  )
}

/** The result of sending a product's first part. A null content means that it was sent and the result is unknown. */
export type FirstPart = { id: string; accepted_content: unknown; etag: string | null; pos_content: unknown }

/**
 * Stores what the POS accepted of the first parts of products whose push did not end with all parts accepted. The POS
 * then no longer has the whole product that was accepted before.
 */
export async function recordFirstParts(sql: Sql, parts: FirstPart[]): Promise<void> {
  await sql(
    idRowSchema,
    `UPDATE pos_product_link AS link SET
       accepted_content = CASE WHEN sent.accepted_content IS NULL THEN link.accepted_content ELSE sent.accepted_content END,
       etag = CASE WHEN sent.accepted_content IS NULL THEN link.etag ELSE sent.etag END,
       pos_content = CASE WHEN sent.accepted_content IS NULL THEN link.pos_content ELSE sent.pos_content END,
       fingerprint = NULL, source_fingerprint = NULL, pushed_at = coalesce(link.pushed_at, now()), updated_at = now()
     FROM json_to_recordset(?::json) AS sent(id text, accepted_content jsonb, etag text, pos_content jsonb)
     WHERE link.id = sent.id AND link.id = ANY(${LOCKED_BY_ID})
     RETURNING link.id`,
    [jsonText(parts), parts.map(({ id }) => id)]
  )
}

/** Deletes the records of further parts that are no longer at the POS. */
export async function deleteProductParts(sql: Sql, ids: string[]): Promise<void> {
  await sql(idRowSchema, `DELETE FROM pos_product_part WHERE id = ANY(?) RETURNING id`, [ids])
}
