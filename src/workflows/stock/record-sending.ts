import type { Sql } from "../../modules/pos/database/sql"
import { chooseUuid } from "../../modules/pos/queries/catalogue/links"
import {
  findLinksWithOpen,
  holdTrackedLinks,
  insertSending,
  type Sending,
  type SendingRow,
} from "../../modules/pos/queries/stock/sending"
import { readAvailableStock } from "../../medusa-tables/stock/read-available-stock"
import { addBalances, subtractBalances } from "../../translate/stock"

type Connection = { id: string; stock_location_id: string; mirror_settings: unknown }

/**
 * Reckons what the counter has to be told of variants, and writes it into the ledger before it is sent, under a fresh
 * identifier that is never used again. It is reckoned while the links are held, so that no movement of the counter can
 * come in between, and counted at once into the balance that the counter will have. A variant whose last movement is
 * still open is left out, and one that agrees has nothing to tell. In a transaction.
 */
export async function recordSending(
  sql: Sql,
  connection: Connection,
  variantLinkIds: string[],
  now: Date
): Promise<Sending> {
  const links = await holdTrackedLinks(sql, variantLinkIds)
  const linkIds = links.map(({ id }) => id)
  const open = await findLinksWithOpen(sql, linkIds)
  const free = links.filter(({ id }) => !open.has(id))
  const variantIds = free.map((link) => link.variant_id)
  const available = await readAvailableStock(sql, connection, variantIds)
  const movements = free.flatMap(({ id, variant_id, variant_uuid, product_uuid, pos_balance }): SendingRow[] => {
    const change = subtractBalances(available.get(variant_id) ?? pos_balance, pos_balance)
    const target = addBalances(pos_balance, change)
    return change === "0" ? [] : [{ variant_link_id: id, variant_uuid, product_uuid, change, target }]
  })
  const identifier = chooseUuid()
  await insertSending(sql, { connectionId: connection.id, identifier, movements, now })
  return { identifier, movements }
}
