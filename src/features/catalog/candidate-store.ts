import { z } from "zod"
import { jsonText } from "../../modules/pos/database/json-text"
import { allOf, countUpTo, fragment, type Listed, type Page } from "../../modules/pos/database/page"
import { idRowSchema, type Sql } from "../../modules/pos/database/sql"
import { entityId } from "../../modules/pos/entity-id"
import { lockVariantLinks } from "../../modules/pos/link-locks"

/** A product at the POS that the store does not have, as a notification reported it. */
export type ReportedProduct = { product_uuid: string; name: string; content: object; pos_updated_at: Date | null }

const foundSchema = z.object({
  id: z.string(),
  product_uuid: z.string(),
  /** true when it is new, or when creating its draft has failed or was interrupted: no person has decided on it yet */
  undecided: z.boolean(),
})

/**
 * SQL condition: the reported version is not older than the stored one. A deleted candidate returns only with a later
 * version.
 */
const IS_NEWER = `(excluded.pos_updated_at IS NULL OR candidate.pos_updated_at IS NULL
  OR excluded.pos_updated_at > candidate.pos_updated_at
  OR excluded.pos_updated_at = candidate.pos_updated_at AND candidate.state <> 'gone')`

/**
 * Stores unlinked products of the POS as candidates, in one statement; versions older than the stored one change
 * nothing. A candidate that was adopted and has since left the store becomes open again.
 * @param gone true: the POS deleted them
 */
export async function storeCandidates(
  sql: Sql,
  input: { connectionId: string; now: Date; products: ReportedProduct[]; gone: boolean }
): Promise<z.infer<typeof foundSchema>[]> {
  const rows = input.products.map((product) => ({ ...product, id: entityId("poscand") }))
  const state = input.gone ? "gone" : "open"
  return sql(
    foundSchema,
    `INSERT INTO pos_unlinked_product AS candidate
       (id, connection_id, product_uuid, name, content, pos_updated_at, state, found_at)
     SELECT incoming.id, ?, incoming.product_uuid, incoming.name, incoming.content, incoming.pos_updated_at, ?, ?
     FROM json_to_recordset(?::json) AS incoming(
       id text, product_uuid text, name text, content jsonb, pos_updated_at timestamptz)
     ON CONFLICT (connection_id, product_uuid) WHERE deleted_at IS NULL DO UPDATE SET
       name = CASE excluded.state WHEN 'gone' THEN candidate.name ELSE excluded.name END,
       content = CASE excluded.state WHEN 'gone' THEN candidate.content ELSE excluded.content END,
       pos_updated_at = coalesce(excluded.pos_updated_at, candidate.pos_updated_at),
       state = CASE WHEN excluded.state = 'gone' OR candidate.state IN ('gone', 'adopted') THEN excluded.state
                    ELSE candidate.state END, updated_at = excluded.found_at
     WHERE ${IS_NEWER} OR excluded.state = 'gone'
     RETURNING id, product_uuid, xmax = 0 OR state = 'adopting' OR state = 'open' AND reason IS NOT NULL AS undecided`,
    [input.connectionId, state, input.now, jsonText(rows)]
  )
}

/** Seconds after which an interrupted adoption may be claimed again. */
const ADOPTING_SECONDS = 60

const claimedSchema = z.object({
  id: z.string(),
  product_uuid: z.string(),
  name: z.string(),
  content: z.unknown(),
  product_id: z.string(),
})

export type ClaimedCandidate = z.infer<typeof claimedSchema>

/**
 * Claims candidates for adoption, so that each is adopted once. A new product keeps the id that was first chosen for
 * it.
 * @param choices `product_id`: the product that they are or will be in the store; `chosen`: it already exists there
 */
export async function claimCandidates(
  sql: Sql,
  now: Date,
  connectionId: string,
  choices: { id: string; product_id: string; chosen: boolean }[]
): Promise<ClaimedCandidate[]> {
  return sql(
    claimedSchema,
    `UPDATE pos_unlinked_product AS candidate SET state = 'adopting', decided_at = ?, updated_at = ?, reason = NULL,
       product_id = CASE WHEN choice.chosen OR candidate.state <> 'adopting' THEN choice.product_id
                         ELSE coalesce(candidate.product_id, choice.product_id) END
     FROM json_to_recordset(?::json) AS choice(id text, product_id text, chosen boolean)
     WHERE candidate.id = choice.id AND candidate.connection_id = ? AND candidate.deleted_at IS NULL
       AND (candidate.state IN ('open', 'ignored') OR candidate.state = 'adopting'
         AND candidate.decided_at < ?::timestamptz - interval '${ADOPTING_SECONDS} seconds')
     RETURNING candidate.id, candidate.product_uuid, candidate.name, candidate.content, candidate.product_id`,
    [now, now, jsonText(choices), connectionId, now]
  )
}

/** The result of adopting one candidate; with a reason it is open again. */
export type AdoptionResult = { id: string; reason: string | null; product_id: string | null }

export async function recordAdoptions(sql: Sql, now: Date, results: AdoptionResult[]): Promise<void> {
  await sql(
    idRowSchema,
    `UPDATE pos_unlinked_product AS candidate SET updated_at = ?, decided_at = ?, reason = result.reason,
       product_id = result.product_id, state = CASE WHEN result.reason IS NULL THEN 'adopted' ELSE 'open' END
     FROM json_to_recordset(?::json) AS result(id text, reason text, product_id text)
     WHERE candidate.id = result.id RETURNING candidate.id`,
    [now, now, jsonText(results)]
  )
}

/** Sets candidates to ignored, or to open again. Returns how many changed. */
export async function ignoreCandidates(
  sql: Sql,
  input: { now: Date; connectionId: string; ids: string[]; ignored: boolean }
): Promise<number> {
  const [from, to] = input.ignored ? ["open", "ignored"] : ["ignored", "open"]
  const rows = await sql(
    idRowSchema,
    `UPDATE pos_unlinked_product SET state = ?, decided_at = ?, updated_at = ?
     WHERE connection_id = ? AND id = ANY(?) AND state = ? AND deleted_at IS NULL RETURNING id`,
    [to, input.now, input.now, input.connectionId, input.ids, from]
  )
  return rows.length
}

/** Condition on a candidate: no plan has linked its product meanwhile. */
const IS_UNLINKED = `NOT EXISTS (SELECT 1 FROM pos_product_link AS link
  WHERE (link.connection_id = candidate.connection_id) IS TRUE AND link.product_uuid = candidate.product_uuid
    AND link.deleted_at IS NULL)`

const firstSoldSchema = z.object({ id: z.string(), name: z.string() })

/**
 * Records that sales contained open candidates, and returns those that were sold for the first time. Candidates that a
 * plan has linked meanwhile are left out.
 */
export async function markFirstSold(
  sql: Sql,
  now: Date,
  connectionId: string,
  productUuids: string[]
): Promise<z.infer<typeof firstSoldSchema>[]> {
  const rows = await sql(
    firstSoldSchema,
    `UPDATE pos_unlinked_product AS candidate SET first_sold_at = ?, updated_at = ?
     WHERE candidate.connection_id = ? AND candidate.product_uuid = ANY(?) AND candidate.state = 'open'
       AND candidate.first_sold_at IS NULL AND candidate.deleted_at IS NULL
       AND ${IS_UNLINKED}
     RETURNING candidate.id, candidate.name`,
    [now, now, connectionId, productUuids]
  )
  return rows.sort((left, right) => left.name.localeCompare(right.name))
}

const candidateSchema = z.object({
  id: z.string(),
  connection_id: z.string(),
  product_uuid: z.string(),
  name: z.string(),
  content: z.unknown(),
  state: z.string(),
  product_id: z.string().nullable(),
  reason: z.string().nullable(),
  found_at: z.date(),
  decided_at: z.date().nullable(),
  pos_updated_at: z.date().nullable(),
})

export type Candidate = z.infer<typeof candidateSchema>

/** Lists candidates, the latest found first. Those that a plan has linked meanwhile are left out. */
export async function listCandidates(
  sql: Sql,
  filters: { connection_id?: string; state?: string; q?: string },
  page: Page
): Promise<Listed<Candidate>> {
  const where = allOf(
    fragment("candidate.deleted_at IS NULL"),
    fragment(`candidate.state = 'adopted' OR ${IS_UNLINKED}`),
    filters.connection_id ? fragment("candidate.connection_id = ?", filters.connection_id) : null,
    filters.state ? fragment("candidate.state = ?", filters.state) : null,
    filters.q ? fragment("candidate.name ILIKE '%' || ? || '%'", filters.q.replace(/[\\%_]/g, "\\$&")) : null
  )
  const from = fragment(`FROM pos_unlinked_product AS candidate WHERE ${where.text}`, ...where.bindings)
  const counted = await countUpTo(sql, from)
  const rows = await sql(
    candidateSchema,
    `SELECT candidate.* ${from.text} ORDER BY candidate.found_at DESC, candidate.id LIMIT ? OFFSET ?`,
    [...from.bindings, page.limit, page.offset]
  )
  return { rows, ...counted }
}

/** A product of the store to link to one that the POS already has. */
export type AdoptedProduct = {
  product_id: string
  product_uuid: string
  /** the product at the POS; the next push is a diff against it */
  content: unknown
  /** true for a draft that was created from it: the product at the POS stays unchanged until the draft is published */
  awaits_publishing: boolean
  /** `include`: the merchant's decision that it is sold at the POS, regardless of the selection */
  inclusion: "auto" | "include"
  /** notes for a person */
  notes: string[]
  variants: { variant_id: string; variant_uuid: string }[]
  /** further parts of a split product, with their variants */
  further?: AdoptedPart[]
}

export type AdoptedPart = {
  /** number of the part, from 1 */
  part: number
  product_uuid: string
  content: unknown
  variants: { variant_id: string; variant_uuid: string }[]
}

type Pair = { product_id: string; variant_id: string; variant_uuid: string }

/** Locks the links that adoption may change, products before variants and in the order of their ids as everywhere. */
async function lockAdopted(sql: Sql, connectionId: string, pairs: Pair[]): Promise<void> {
  const variantIds = pairs.map(({ variant_id }) => variant_id)
  const variantUuids = pairs.map(({ variant_uuid }) => variant_uuid)
  await sql(
    idRowSchema,
    `SELECT id FROM pos_product_link
     WHERE (connection_id = ?) IS TRUE AND product_id = ANY(?) AND deleted_at IS NULL ORDER BY id FOR NO KEY UPDATE`,
    [connectionId, pairs.map(({ product_id }) => product_id)]
  )
  await sql(
    idRowSchema,
    lockVariantLinks(`link.id = ANY(ARRAY(
       SELECT id FROM pos_variant_link
       WHERE (connection_id = ?) IS TRUE AND variant_id = ANY(?) AND deleted_at IS NULL
       UNION SELECT id FROM pos_variant_link
       WHERE (connection_id = ?) IS TRUE AND variant_uuid = ANY(?) AND deleted_at IS NULL))`),
    [connectionId, variantIds, connectionId, variantUuids]
  )
}

/**
 * Links products to existing ones of the POS. A link whose product was already accepted by the POS is not changed. In a
 * transaction.
 */
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
  await lockAdopted(sql, connectionId, variants)
  // A product that was deleted in the store may still use the UUIDs of its variants.
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
       INSERT INTO pos_product_link AS link (id, connection_id, product_id, product_uuid, accepted_content, pos_changed,
         awaits_publishing, inclusion, notes, state)
       SELECT input.id, ?, input.product_id, input.product_uuid, input.content, false, input.awaits_publishing,
         input.inclusion, ARRAY(SELECT json_array_elements_text(input.notes)),
         CASE WHEN input.awaits_publishing THEN 'kept' ELSE 'pending' END
       FROM json_to_recordset(?::json) AS input(id text, product_id text, product_uuid text, content jsonb,
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
