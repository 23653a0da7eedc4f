import { idRowSchema, type Sql } from "../../modules/pos/database/sql"

/**
 * Products of sales channels that a connection has no link of, in no order, whether they are published or not: what it
 * does not sell may be among them. By the channel, so that a merchant's few are not looked for among all of the shop.
 */
export async function findUnlinkedOfChannels(
  sql: Sql,
  input: { connectionId: string; channelIds: string[]; limit: number }
): Promise<string[]> {
  const rows = await sql(
    idRowSchema,
    `SELECT DISTINCT chosen.product_id AS id FROM product_sales_channel AS chosen
     WHERE chosen.sales_channel_id = ANY(?) AND chosen.deleted_at IS NULL AND NOT EXISTS (
       SELECT 1 FROM pos_product_link AS link
       WHERE link.product_id = chosen.product_id AND (link.connection_id = ?) IS TRUE AND link.deleted_at IS NULL OFFSET 0)
     LIMIT ?`,
    [input.channelIds, input.connectionId, input.limit]
  )
  return rows.map(({ id }) => id)
}
