import { z } from "zod"
import type { SuspiciousChange } from "../../contract/mass-changes"
import type { Sql } from "../../modules/pos/database/sql"
import { getOutboundSettings } from "../../modules/pos/connection-settings"
import { readAvailable } from "../../runtime/stock-access"
import { holdMassChanges } from "../holds"
import type { ClaimedStock } from "./outbox"
import { findStockChange } from "./rules"
import type { StockSender } from "./send-movements"

/** The levels that may be sent, by variant link, and the variant links that are held. */
export type HeldStock = { held: Set<string>; levels: ReadonlyMap<string, string> }

/**
 * Decides which variants are held before their stock is sent: levels that become 0 or jump for many variants at once.
 * What is sent afterwards must be the level that was compared here.
 */
export async function holdStock(
  { container, pos, connection }: StockSender,
  claims: ClaimedStock[]
): Promise<HeldStock> {
  const settings = getOutboundSettings(connection)
  const variantIds = claims.map(({ variant_id }) => variant_id)
  const available = await readAvailable(container, connection, variantIds)
  const levels = new Map(
    claims.map(({ id, variant_id, pos_balance }) => [id, available.get(variant_id) ?? pos_balance ?? "0"])
  )
  const changes = new Map(
    claims.flatMap(({ id, variant_uuid, pos_balance }): [string, SuspiciousChange][] => {
      const after = levels.get(id) ?? "0"
      const kind = findStockChange(pos_balance ?? "0", after, settings.mass_change_limits.stock_factor)
      return kind === null ? [] : [[id, { kind, variant_uuid, variant: null, before: pos_balance ?? "0", after }]]
    })
  )
  const names =
    changes.size > 0 ? await pos.query((sql) => readNames(sql, [...changes.keys()])) : new Map<string, Name>()
  const held = await holdMassChanges(
    pos,
    { connectionId: connection.id, settings, side: "pos" },
    claims.map(({ id, stock_revision, stock_pushed_revision, was_held }) => {
      const name = names.get(id)
      const change = changes.get(id)
      return {
        link: { id, revision: stock_revision, pushed_revision: stock_pushed_revision },
        wasHeld: was_held,
        product_id: name?.product_id ?? id,
        title: name?.title ?? id,
        changes: change ? [{ ...change, variant: name?.variant ?? null }] : [],
      }
    })
  )
  return { held, levels }
}

const nameSchema = z.object({
  id: z.string(),
  product_id: z.string(),
  title: z.string(),
  variant: z.string().nullable(),
})

type Name = z.infer<typeof nameSchema>

/** Returns the product and the names that the POS has of variants, by the id of their link. */
async function readNames(sql: Sql, variantLinkIds: string[]): Promise<Map<string, Name>> {
  const rows = await sql(
    nameSchema,
    `SELECT variant.id, product.product_id, coalesce(product.accepted_content->>'name', product.product_id) AS title, (
       SELECT coalesce(shown->>'name', shown->>'sku')
       FROM jsonb_array_elements(product.accepted_content->'variants') AS shown
       WHERE shown->>'uuid' = variant.variant_uuid LIMIT 1) AS variant
     FROM pos_variant_link AS variant JOIN pos_product_link AS product ON product.id = variant.product_link_id
     WHERE variant.id = ANY(?)`,
    [variantLinkIds]
  )
  return new Map(rows.map((row) => [row.id, row]))
}
