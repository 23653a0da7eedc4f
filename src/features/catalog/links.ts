import { z } from "zod"
import { jsonText } from "../../modules/pos/database/json-text"
import type { Sql } from "../../modules/pos/database/sql"
import { chooseUuid, entityId } from "../../modules/pos/entity-id"

export type VariantToLink = { variant_id: string; product_link_id: string; product_uuid: string }

const variantLinkSchema = z.object({ variant_id: z.string(), variant_uuid: z.string() })

const placedVariantSchema = variantLinkSchema.extend({ product_link_id: z.string(), product_uuid: z.string() })

/**
 * Links variants that have no link yet; existing links keep their first UUID and are not written. One statement writes,
 * so that two workers cannot give one variant two UUIDs. The stock of a variant that moved to another product at the
 * POS starts again there.
 * @returns variant id → variant UUID
 */
export async function ensureVariantLinks(
  sql: Sql,
  connectionId: string,
  variants: VariantToLink[]
): Promise<Map<string, string>> {
  const ids = variants.map(({ variant_id }) => variant_id)
  const placed = new Map(
    (await findPlacedVariants(sql, connectionId, ids)).map((row) => [row.variant_id, row] as const)
  )
  const missing = variants.filter(({ variant_id, product_link_id, product_uuid }) => {
    const placedVariant = placed.get(variant_id)
    return placedVariant?.product_link_id !== product_link_id || placedVariant.product_uuid !== product_uuid
  })
  const linked = missing.length > 0 ? await linkVariants(sql, connectionId, missing) : []
  return new Map([...placed.values(), ...linked].map((row) => [row.variant_id, row.variant_uuid]))
}

/**
 * Returns the links of variants with the product at the POS that each belongs to. Like findPosLinks, it looks up
 * each variant by index, regardless of what PostgreSQL assumes about the table.
 */
export async function findPlacedVariants(sql: Sql, connectionId: string, variantIds: string[]) {
  return sql(
    placedVariantSchema,
    `SELECT link.* FROM unnest(?::text[]) AS wanted(variant_id)
     CROSS JOIN LATERAL (
       SELECT known.variant_id, known.variant_uuid, known.product_link_id, known.product_uuid
       FROM pos_variant_link AS known
       WHERE known.variant_id = wanted.variant_id AND (known.connection_id = ?) IS TRUE AND known.deleted_at IS NULL
       OFFSET 0) AS link`,
    [[...new Set(variantIds)], connectionId]
  )
}

async function linkVariants(sql: Sql, connectionId: string, variants: VariantToLink[]) {
  const newLinks = variants.map((variant) => ({
    ...variant,
    id: entityId("posvlink"),
    variant_uuid: chooseUuid(),
  }))
  return sql(
    variantLinkSchema,
    `INSERT INTO pos_variant_link AS link (id, connection_id, product_link_id, product_uuid, variant_id, variant_uuid)
     SELECT wanted.id, ?, wanted.product_link_id, wanted.product_uuid, wanted.variant_id, wanted.variant_uuid
     FROM json_to_recordset(?::json) AS wanted(
       id text, product_link_id text, product_uuid text, variant_id text, variant_uuid text)
     ON CONFLICT (variant_id, connection_id) WHERE deleted_at IS NULL
     DO UPDATE SET product_link_id = excluded.product_link_id, product_uuid = excluded.product_uuid,
       tracked = link.tracked AND link.product_uuid = excluded.product_uuid,
       pos_balance = CASE WHEN link.product_uuid = excluded.product_uuid THEN link.pos_balance END,
       observed_level = CASE WHEN link.product_uuid = excluded.product_uuid THEN link.observed_level END,
       observed_at = CASE WHEN link.product_uuid = excluded.product_uuid THEN link.observed_at END,
       observed_balance = CASE WHEN link.product_uuid = excluded.product_uuid THEN link.observed_balance END,
       stock_revision = link.stock_revision + 1
     RETURNING variant_id, variant_uuid`,
    [connectionId, jsonText(newLinks)]
  )
}

/** Returns the UUIDs of variants that are already linked. @returns variant id → variant UUID */
export async function findVariantUuids(
  sql: Sql,
  connectionId: string,
  variantIds: string[]
): Promise<Map<string, string>> {
  const rows = await findPlacedVariants(sql, connectionId, variantIds)
  return new Map(rows.map((row) => [row.variant_id, row.variant_uuid]))
}

const categoryLinkSchema = z.object({ category_id: z.string(), category_uuid: z.string() })

/** As {@link ensureVariantLinks}, for categories. @returns category id → category UUID */
export async function ensureCategoryLinks(
  sql: Sql,
  connectionId: string,
  categoryIds: string[]
): Promise<Map<string, string>> {
  const ids = [...new Set(categoryIds)]
  const linkedUuids = await findCategoryUuids(sql, connectionId, ids)
  const missing = ids.filter((id) => !linkedUuids.has(id))
  if (missing.length === 0) {
    return linkedUuids
  }
  const newLinks = missing.map((category_id) => ({
    id: entityId("posclink"),
    category_id,
    category_uuid: chooseUuid(),
  }))
  const rows = await sql(
    categoryLinkSchema,
    `INSERT INTO pos_category_link (id, connection_id, category_id, category_uuid)
     SELECT wanted.id, ?, wanted.category_id, wanted.category_uuid
     FROM json_to_recordset(?::json) AS wanted(id text, category_id text, category_uuid text)
     ON CONFLICT (connection_id, category_id) WHERE deleted_at IS NULL DO UPDATE SET updated_at = now()
     RETURNING category_id, category_uuid`,
    [connectionId, jsonText(newLinks)]
  )
  return new Map([...linkedUuids, ...rows.map((row) => [row.category_id, row.category_uuid] as const)])
}

/** Returns the UUIDs of categories that are already linked. @returns category id → category UUID */
export async function findCategoryUuids(
  sql: Sql,
  connectionId: string,
  categoryIds: string[]
): Promise<Map<string, string>> {
  const rows = await sql(
    categoryLinkSchema,
    `SELECT category_id, category_uuid FROM pos_category_link
     WHERE (connection_id = ?) IS TRUE AND category_id = ANY(?) AND deleted_at IS NULL`,
    [connectionId, categoryIds]
  )
  return new Map(rows.map((row) => [row.category_id, row.category_uuid]))
}

/** Links categories of the store to existing ones of the POS; a category that is already linked is not changed. */
export async function linkCategories(
  sql: Sql,
  connectionId: string,
  categories: { category_id: string; category_uuid: string }[]
): Promise<void> {
  const rows = categories.map((category) => ({ ...category, id: entityId("posclink") }))
  await sql(
    categoryLinkSchema,
    `INSERT INTO pos_category_link (id, connection_id, category_id, category_uuid)
     SELECT DISTINCT ON (input.category_id) input.id, ?, input.category_id, input.category_uuid
     FROM json_to_recordset(?::json) AS input(id text, category_id text, category_uuid text)
     ON CONFLICT (connection_id, category_id) WHERE deleted_at IS NULL DO NOTHING
     RETURNING category_id, category_uuid`,
    [connectionId, jsonText(rows)]
  )
}
