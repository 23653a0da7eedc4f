import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { CatalogRange } from "../seed-catalog"
import { variantLinkId, variantUuid } from "./seed-links"

/** Of so many movements one is of the best-seller, the first variant: 60,000 of two million. */
const BEST_SELLER_SHARE = 33

/**
 * Movements of a stock ledger up to an hour ago: of four, one is ours, the next its echo, one the POS's, and one a
 * sale's. A hundred of ours went in one call. By SQL.
 */
export async function seedMovements(
  knex: Knex,
  connectionId: string,
  range: CatalogRange & { products: number; of: number }
): Promise<void> {
  await knex.raw(
    `INSERT INTO pos_stock_movement (id, connection_id, variant_link_id, natural_key, kind, change, pos_balance_after,
       identifier, occurred_at, created_at)
     SELECT 'posmov_' || number, :connectionId, ${variantLinkId("key")},
       CASE number % 4 WHEN 0 THEN call || ':' || ${variantUuid("key")} ELSE 'message' || number END,
       (ARRAY['pushed', 'echo', 'mirrored', 'sold'])[1 + number % 4], '-1', '99',
       CASE WHEN number % 4 < 2 THEN call END, at, at
     FROM generate_series(:from::int, :to::int) AS number
     CROSS JOIN LATERAL (SELECT CASE WHEN number % 4 = 1 THEN number - 1 ELSE number END AS pair) AS paired
     CROSS JOIN LATERAL (
       SELECT CASE WHEN pair / 4 % ${BEST_SELLER_SHARE} = 0 THEN 2 ELSE 2 + (pair::bigint * 7919 % (:products * 2))::int
              END AS key, 'call' || number / 400 AS call,
              now() - interval '1 hour' - (:of - number)::float8 / :of * interval '1000 days' AS at) AS moved
     ON CONFLICT DO NOTHING`,
    { connectionId, ...range }
  )
}
