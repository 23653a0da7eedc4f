import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { entityId } from "../../modules/pos/entity-id"
import { idRowSchema, sqlOn } from "../../modules/pos/queries/sql"
import type { ClaimedStock } from "../../modules/pos/queries/stock-outbox"
import { subtractBalances } from "../../translate/stock"
import { recordDifferences } from "./stock-differences"

/** A variant that both sides have a level of, before the ledger knows it. Decimal text. */
export type Contact = { claim: ClaimedStock; shopLevel: string; posLevel: string; readAt: Date }

/**
 * Takes the levels that the counter has already as what its ledger begins with, once: a link that is tracked keeps what
 * it has. `readAt` is of the service's clock, as the movements are that have to be told from it. Returns the links that
 * began.
 */
export async function takeBaselines(
  knex: Knex,
  connectionId: string,
  levels: { linkId: string; level: string; readAt: Date }[]
): Promise<string[]> {
  const rows = levels.map(({ linkId, level, readAt }) => ({
    ...{ id: entityId("posmov"), link_id: linkId },
    ...{ level, read_at: readAt },
  }))
  const begun = await sqlOn(knex)(
    idRowSchema,
    `WITH locked AS MATERIALIZED (
       SELECT id FROM pos_variant_link WHERE id = ANY(?) ORDER BY id FOR UPDATE),
     begun AS (
       UPDATE pos_variant_link AS link SET pos_balance = row.level, tracked = true, updated_at = now()
       FROM locked JOIN json_to_recordset(?::json) AS row(id text, link_id text, level text, read_at timestamptz)
         ON row.link_id = locked.id
       WHERE link.id = locked.id AND NOT link.tracked
       RETURNING link.id, row.id AS movement_id, row.level, row.read_at),
     written AS (
       INSERT INTO pos_stock_movement
         (id, connection_id, variant_link_id, natural_key, kind, change, pos_balance_after, occurred_at)
       SELECT movement_id, ?, id, 'baseline:' || movement_id, 'baseline', level, level, read_at FROM begun RETURNING id)
     SELECT begun.id FROM begun`,
    [rows.map((row) => row.link_id), JSON.stringify(rows), connectionId]
  )
  return begun.map(({ id }) => id)
}

/**
 * Decides what a first contact does: levels that agree begin the ledger; of those that differ the merchant's choice
 * decides, or a person, who is shown them.
 * @returns variants whose ledger has begun, with the counter's level
 */
export async function meet(
  knex: Knex,
  connectionId: string,
  contacts: Contact[],
  { start, now }: { start: "ask" | "shop" | "pos"; now: Date }
): Promise<Contact[]> {
  // A counter that has nothing has not counted anything either: it takes what the shop has.
  const differs = ({ shopLevel, posLevel }: Contact) =>
    subtractBalances(shopLevel, posLevel) !== "0" && subtractBalances(posLevel, 0) !== "0"
  const asked = contacts.filter((contact) => start !== "shop" && differs(contact))
  if (asked.length > 0) {
    await recordDifferences(
      knex,
      connectionId,
      asked.map(({ claim, shopLevel, posLevel }) => ({
        variant_link_id: claim.id,
        shop_level: shopLevel,
        pos_level: posLevel,
        ledger_level: null,
        cause: "first-contact",
      })),
      now
    )
  }
  const begins = contacts.filter((contact) => !asked.includes(contact))
  const begun = await takeBaselines(
    knex,
    connectionId,
    begins.map(({ claim, posLevel, readAt }) => ({ linkId: claim.id, level: posLevel, readAt }))
  )
  return begins.filter(({ claim }) => begun.includes(claim.id))
}
