import type { MedusaContainer } from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"
import { updateProductVariantsWorkflow } from "@medusajs/medusa/core-flows"
import { z } from "zod"
import { POS_MODULE } from "../../modules/pos"
import type { Sql } from "../../modules/pos/database/sql"
import { parseTimestamp, type PosProduct, productSchema, productUpdatedPayloadSchema } from "../../pos-api/contract"
import { findPlacedVariants } from "./links"
import type { VariantChanges } from "./pos-product-mapping"
import { findPosLinks } from "./pos-product-store"

/** The fields that no two variants of the store may share. */
const CODES = ["sku", "barcode"] as const

type Code = (typeof CODES)[number]

/** The codes that a variant gets; absent: it keeps its own. */
type NextCodes = Partial<Record<Code, string | null>>

/**
 * Clears codes that variants are about to get and other variants still have, if the POS has taken them from those. When
 * the POS swaps the SKUs of two products, it reports each product by an event of its own, and no order of writing them
 * keeps the codes unique. The other variants get their new codes with these changes, or with their events that wait.
 */
export async function clearSwappedCodes(
  container: MedusaContainer,
  connectionId: string,
  changed: VariantChanges[]
): Promise<void> {
  const holders = await findHolders(container, changed)
  if (holders.length === 0) {
    return
  }
  const codesByVariant = new Map(changed.map(({ id, fields }): [string, NextCodes] => [id, fields]))
  const elsewhere = holders.flatMap(({ id }) => (codesByVariant.has(id) ? [] : [id]))
  const waiting = await container
    .resolve(POS_MODULE)
    .query((sql) => readWaitingCodes(sql, connectionId, [...new Set(elsewhere)]))
  const lost = holders.filter(({ id, code, value }) => {
    const next = (codesByVariant.get(id) ?? waiting.get(id))?.[code]
    return next !== undefined && next !== value
  })
  if (lost.length > 0) {
    await updateProductVariantsWorkflow(container).run({
      input: { product_variants: lost.map(({ id, code }) => ({ id, [code]: null })) },
    })
  }
}

type Holder = { id: string; code: Code; value: string }

/** Finds the variants that have a code which another variant is about to get. */
async function findHolders(container: MedusaContainer, changed: VariantChanges[]): Promise<Holder[]> {
  const products = container.resolve(Modules.PRODUCT)
  const holders: Holder[] = []
  for (const code of CODES) {
    const takers = new Map(changed.flatMap(({ id, fields }) => (fields[code] ? [[fields[code], id] as const] : [])))
    if (takers.size > 0) {
      const variants = await products.listProductVariants(
        { [code]: [...takers.keys()] },
        { select: ["id", code], take: takers.size }
      )
      holders.push(
        ...variants.flatMap(({ id, [code]: value }): Holder[] =>
          value && takers.get(value) !== id ? [{ id, code, value }] : []
        )
      )
    }
  }
  return holders
}

const waitingSchema = z.object({
  product_uuid: z.string(),
  payload: z.union([productUpdatedPayloadSchema.transform(({ newEntity }) => newEntity), productSchema]),
})

/** Reads the codes that variants have at the POS by the last event of their product, if it waits to be handled. */
async function readWaitingCodes(sql: Sql, connectionId: string, variantIds: string[]): Promise<Map<string, NextCodes>> {
  const placed = await findPlacedVariants(sql, connectionId, variantIds)
  const uuids = [...new Set(placed.map(({ product_uuid }) => product_uuid))]
  const links = await findPosLinks(sql, { connectionId, uuids })
  const rows = await sql(
    z.unknown(),
    `SELECT wanted.product_uuid, entry.payload FROM unnest(?::text[]) AS wanted(product_uuid) CROSS JOIN LATERAL (
       SELECT payload FROM pos_inbox_entry
       WHERE connection_id = ? AND aggregate = 'product:' || wanted.product_uuid AND state = 'pending'
         AND event_name IN ('ProductCreated', 'ProductUpdated') AND deleted_at IS NULL
       ORDER BY sequence DESC LIMIT 1) AS entry`,
    [uuids, connectionId]
  )
  const waiting = new Map(
    rows.flatMap((row): [string, PosProduct][] => {
      const read = waitingSchema.safeParse(row)
      return read.success ? [[read.data.product_uuid, read.data.payload]] : []
    })
  )
  return new Map(
    placed.flatMap(({ variant_id, variant_uuid, product_uuid }): [string, NextCodes][] => {
      const product = waiting.get(product_uuid)
      const variant = product?.variants?.find(({ uuid }) => uuid === variant_uuid)
      const seenAt = links.get(product_uuid)?.pos_seen_at ?? null
      const updatedAt = parseTimestamp(product?.updated)
      const isOlder = seenAt !== null && updatedAt !== null && updatedAt < seenAt
      return variant && !isOlder ? [[variant_id, { sku: variant.sku || null, barcode: variant.barcode || null }]] : []
    })
  )
}
