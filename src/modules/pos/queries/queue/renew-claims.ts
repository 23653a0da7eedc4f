import { idRowSchema, type Sql } from "../../database/sql"

/** The queues whose rows are claimed with a token, and where their claims stand. */
const CLAIMS = {
  inbox: { table: "pos_inbox_entry", until: "claimed_until", token: "claim_token" },
  catalogue: { table: "pos_product_link", until: "claimed_until", token: "claim_token" },
  stock: { table: "pos_variant_link", until: "stock_claimed_until", token: "stock_claim_token" },
  announcements: { table: "pos_announcement", until: "claimed_until", token: "claim_token" },
  giftCards: { table: "pos_gift_card", until: "claimed_until", token: "claim_token" },
} as const

/** Rows that a process has claimed. */
export type ClaimedRows = { queue: keyof typeof CLAIMS; token: string; ids: string[] }

/** Holds claims longer, while their work is under way; what was settled or taken over meanwhile stays as it is. */
export async function renewClaims(sql: Sql, { queue, token, ids }: ClaimedRows, claimUntil: Date): Promise<void> {
  const claims = CLAIMS[queue]
  await sql(
    idRowSchema,
    `UPDATE ${claims.table} SET ${claims.until} = ? WHERE id = ANY(?) AND ${claims.token} = ? RETURNING id`,
    [claimUntil, ids, token]
  )
}
