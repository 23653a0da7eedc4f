import { z } from "@medusajs/framework/zod"
import { generateEntityId } from "@medusajs/framework/utils"
import { v1 as uuidVersion1 } from "uuid"
import type { Sql } from "./sql"

/** The UUIDs that the service lets us choose are version 1 (service-facts "Product library"). */
export function chooseUuid(): string {
  return uuidVersion1()
}

export type VariantToLink = { variant_id: string; product_link_id: string; product_uuid: string }

const variantLinkSchema = z.object({ variant_id: z.string(), variant_uuid: z.string() })

/**
 * Links variants that have no link yet; known ones keep the UUID they were given first. One statement, so that two
 * pumps cannot give one variant two UUIDs.
 * @returns variant id → variant UUID
 */
export async function ensureVariantLinks(
  sql: Sql,
  connectionId: string,
  variants: VariantToLink[]
): Promise<Map<string, string>> {
  const wanted = variants.map((variant) => ({
    ...variant,
    id: generateEntityId("", "posvlink"),
    variant_uuid: chooseUuid(),
  }))
  const rows = await sql(
    variantLinkSchema,
    `INSERT INTO pos_variant_link (id, connection_id, product_link_id, product_uuid, variant_id, variant_uuid)
     SELECT wanted.id, ?, wanted.product_link_id, wanted.product_uuid, wanted.variant_id, wanted.variant_uuid
     FROM json_to_recordset(?::json) AS wanted(
       id text, product_link_id text, product_uuid text, variant_id text, variant_uuid text)
     ON CONFLICT (connection_id, variant_id) WHERE deleted_at IS NULL
     DO UPDATE SET product_link_id = excluded.product_link_id, product_uuid = excluded.product_uuid
     RETURNING variant_id, variant_uuid`,
    [connectionId, JSON.stringify(wanted)]
  )
  return new Map(rows.map((row) => [row.variant_id, row.variant_uuid]))
}

const categoryLinkSchema = z.object({ category_id: z.string(), category_uuid: z.string() })

/** As {@link ensureVariantLinks}, for categories. @returns category id → category UUID */
export async function ensureCategoryLinks(
  sql: Sql,
  connectionId: string,
  categoryIds: string[]
): Promise<Map<string, string>> {
  const wanted = [...new Set(categoryIds)].map((category_id) => ({
    id: generateEntityId("", "posclink"),
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
    [connectionId, JSON.stringify(wanted)]
  )
  return new Map(rows.map((row) => [row.category_id, row.category_uuid]))
}
