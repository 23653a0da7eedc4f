import { z } from "@medusajs/framework/zod"
import type { Sql } from "../../database/sql"
import { stockLanes } from "../stock/lanes"

/** Due stock is looked through for a head so far: what waits for its product comes with that. */
const LOOKED_THROUGH = 500

/** Due stock of a connection in the order of its lane's index. */
const dueOfLane = (lane: string) => `
  (SELECT link.id, link.product_link_id, link.stock_pushed_revision, link.stock_off FROM pos_variant_link AS link
   WHERE link.connection_id = connection.id AND ${lane} AND link.deleted_at IS NULL
   ORDER BY link.tracked, link.id LIMIT ${LOOKED_THROUGH})`

/** What was seen last as the head of a queue, by the id and the revision that its mark is made of. */
const formerHead = (subject: string) => `
  SELECT former.mark, split_part(former.mark, ' ', 1) AS id, split_part(former.mark, ' ', 2) AS pushed
  FROM pos_observation AS former
  WHERE former.connection_id = connection.id AND former.subject = '${subject}' AND former.deleted_at IS NULL`

/**
 * Looks at everything of all active connections that ought to come on: what is as it was at the look before has stood
 * still since then, what has gone is forgotten. One statement, index look-ups only; whoever writes a queue, a cursor or a
 * run need not know of it.
 */
export async function observe(sql: Sql, now: Date): Promise<void> {
  await sql(
    z.unknown(),
    `WITH seen AS MATERIALIZED (
       SELECT connection.id AS connection_id, found.subject, found.mark
       FROM pos_connection AS connection CROSS JOIN LATERAL (
         SELECT 'cursor' AS subject, connection.purchase_cursor AS mark
         UNION ALL
         SELECT 'catalogue', coalesce((
           SELECT former.mark FROM (${formerHead("catalogue")}) AS former JOIN pos_product_link AS link ON link.id = former.id
           WHERE link.pushed_revision::text = former.pushed AND link.revision > link.pushed_revision
             AND link.deleted_at IS NULL), (
           SELECT link.id || ' ' || link.pushed_revision FROM pos_product_link AS link
           WHERE link.connection_id = connection.id AND link.revision > link.pushed_revision AND NOT link.run_only
             AND link.deleted_at IS NULL
           ORDER BY link.id LIMIT 1))
         WHERE NOT connection.push_held
         UNION ALL
         SELECT 'stock', coalesce((
           SELECT former.mark FROM (${formerHead("stock")}) AS former JOIN pos_variant_link AS link ON link.id = former.id
           WHERE link.stock_pushed_revision::text = former.pushed AND link.stock_revision > link.stock_pushed_revision
             AND NOT link.stock_off AND link.deleted_at IS NULL), (
           SELECT due.id || ' ' || due.stock_pushed_revision
           FROM (${stockLanes.map(dueOfLane).join(" UNION ALL ")}) AS due
           CROSS JOIN LATERAL (
             SELECT 1 FROM pos_product_link AS product
             WHERE product.id = due.product_link_id AND product.deleted_at IS NULL AND product.pushed_at IS NOT NULL
             OFFSET 0) AS sent
           WHERE NOT due.stock_off LIMIT 1))
         WHERE connection.stock_policy = 'two-way' AND connection.inventories IS NOT NULL AND NOT connection.push_held
         UNION ALL
         SELECT 'run:' || run.id, md5(concat_ws('|', run.done, run.total, run.rejected, run.cursor, run.details::text))
         FROM pos_run AS run
         WHERE run.connection_id = connection.id AND run.state = 'running' AND run.deleted_at IS NULL
       ) AS found
       WHERE connection.state = 'active' AND connection.deleted_at IS NULL AND found.mark IS NOT NULL
     ), gone AS (
       DELETE FROM pos_observation AS known WHERE NOT EXISTS (
         SELECT 1 FROM seen WHERE seen.connection_id = known.connection_id AND seen.subject = known.subject)
     )
     INSERT INTO pos_observation AS known (id, connection_id, subject, mark, since)
     SELECT 'posobs_' || md5(connection_id || ' ' || subject), connection_id, subject, mark, ?::timestamptz FROM seen
     ON CONFLICT (connection_id, subject) WHERE deleted_at IS NULL DO UPDATE
       SET mark = excluded.mark, since = excluded.since, updated_at = now() WHERE known.mark <> excluded.mark`,
    [now]
  )
}
