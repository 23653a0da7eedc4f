import { jsonText } from "../../database/json-text"
import { entityId } from "../../entity-id"
import { idRowSchema, type Sql } from "../../database/sql"

/** A product of the shop that is linked to one which the counter has already. */
export type AdoptedProduct = {
  product_id: string
  product_uuid: string
  /** the product at the counter: the next push is a diff against it */
  content: unknown
  /** true for a draft that was made of it: it stays at the counter as it is until the draft is published */
  awaits_publishing: boolean
  /** `include`: the merchant's word that it is sold there, whatever the selection says */
  inclusion: "auto" | "include"
  /** what a person should know of it */
  notes: string[]
  variants: { variant_id: string; variant_uuid: string }[]
  /** further parts of a split product, with the variants that they have */
  further?: AdoptedPart[]
}

export type AdoptedPart = {
  /** 1 and up */
  part: number
  product_uuid: string
  content: unknown
  variants: { variant_id: string; variant_uuid: string }[]
}

/** Links products to those that the counter has, in one statement. A link that was sent already stays as it is. */
export async function adoptProducts(sql: Sql, connectionId: string, products: AdoptedProduct[]): Promise<string[]> {
  const rows = products.map(({ variants: _variants, further: _further, ...product }) => ({
    ...product,
    id: entityId("posplink"),
  }))
  const parts = products.flatMap(({ product_id, product_uuid: first_uuid, further }) =>
    (further ?? []).map(({ part, product_uuid, content }) => {
      return { id: entityId("pospart"), product_id, first_uuid, part, product_uuid, content }
    })
  )
  const variants = products.flatMap(({ product_id, further = [], ...first }) =>
    [first, ...further].flatMap(({ product_uuid, variants: pairs }) =>
      pairs.map((pair) => ({ ...pair, product_id, product_uuid, id: entityId("posvlink") }))
    )
  )
  // A product that was deleted in the shop may have left its variants' UUIDs taken.
  await sql(
    idRowSchema,
    `UPDATE pos_variant_link AS link SET deleted_at = now(), updated_at = now()
     FROM pos_product_link AS former
     WHERE (link.connection_id = ?) IS TRUE AND link.variant_uuid = ANY(?) AND link.deleted_at IS NULL
       AND former.id = link.product_link_id AND former.deleted_at IS NOT NULL RETURNING link.id`,
    [connectionId, variants.map(({ variant_uuid }) => variant_uuid)]
  )
  const linked = await sql(
    idRowSchema,
    `WITH adopted AS (
       INSERT INTO pos_product_link AS link (id, connection_id, product_id, product_uuid, accepted_content, counter_changed,
         awaits_publishing, inclusion, notes, state)
       SELECT one.id, ?, one.product_id, one.product_uuid, one.content, false, one.awaits_publishing, one.inclusion,
         ARRAY(SELECT json_array_elements_text(one.notes)),
         CASE WHEN one.awaits_publishing THEN 'kept' ELSE 'pending' END
       FROM json_to_recordset(?::json) AS one(id text, product_id text, product_uuid text, content jsonb,
         awaits_publishing boolean, inclusion text, notes json)
       ON CONFLICT (connection_id, product_id) WHERE deleted_at IS NULL DO UPDATE SET
         product_uuid = excluded.product_uuid, accepted_content = excluded.accepted_content,
         awaits_publishing = excluded.awaits_publishing,
         revision = link.revision + 1, inclusion = excluded.inclusion, updated_at = now()
       WHERE link.accepted_content IS NULL
       RETURNING id, product_id)
     INSERT INTO pos_variant_link AS link (id, connection_id, product_link_id, product_uuid, variant_id, variant_uuid)
     SELECT pair.id, ?, adopted.id, pair.product_uuid, pair.variant_id, pair.variant_uuid
     FROM json_to_recordset(?::json) AS pair(
       id text, product_id text, product_uuid text, variant_id text, variant_uuid text)
     JOIN adopted ON adopted.product_id = pair.product_id
     ON CONFLICT (connection_id, variant_id) WHERE deleted_at IS NULL DO UPDATE SET
       product_link_id = excluded.product_link_id, product_uuid = excluded.product_uuid,
       variant_uuid = excluded.variant_uuid
     RETURNING id`,
    [connectionId, jsonText(rows), connectionId, jsonText(variants)]
  )
  if (parts.length > 0) {
    await sql(
      idRowSchema,
      `INSERT INTO pos_product_part AS part (id, connection_id, product_link_id, part, product_uuid, accepted_content)
       SELECT adopted.id, link.connection_id, link.id, adopted.part, adopted.product_uuid, adopted.content
       FROM json_to_recordset(?::json) AS adopted(
         id text, product_id text, first_uuid text, part int, product_uuid text, content jsonb)
       JOIN pos_product_link AS link ON link.product_id = adopted.product_id AND (link.connection_id = ?) IS TRUE
         AND link.product_uuid = adopted.first_uuid AND link.deleted_at IS NULL
       ON CONFLICT (product_link_id, part) WHERE deleted_at IS NULL DO UPDATE SET
         product_uuid = excluded.product_uuid, accepted_content = excluded.accepted_content, updated_at = now()
       WHERE part.accepted_content IS NULL
       RETURNING part.id`,
      [jsonText(parts), connectionId]
    )
  }
  return linked.map(({ id }) => id)
}
