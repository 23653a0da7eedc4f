import type { MedusaContainer } from "@medusajs/framework/types"
import type {
  FoundGiftCardItem,
  FoundPayoutItem,
  FoundReceiptItem,
  FoundUnlinkedProductItem,
  SearchEntity,
  SearchGroup,
} from "../../contract/dashboard-search"
import { POS_MODULE } from "../../modules/pos"
import type { ConnectionRecord } from "../../modules/pos/connection-record"
import { knownTimeZone, organizationDate } from "../../modules/pos/organization-time"
import { listCandidates } from "../catalog"
import { searchPayouts } from "../finance"
import { listGiftCards } from "../gift-cards"
import { readSaleSearch, searchReceipts } from "../sale-search"

/** A search of the dashboard: a page of what matches `q`, for each entity. */
export type EntitySearch = {
  q: string
  entities: SearchEntity[]
  offset: number
  limit: number
  /** names of cashiers: with the right to see them only */
  mayFindCashiers: boolean
}

/** A search in one connection. @param limit number of results that are wanted */
type Asked = { q: string; limit: number; mayFindCashiers: boolean }

/**
 * Finds what the POS has for a text of the dashboard's search (⌘K), over all connections that have not been
 * disconnected. Each entity is read as far as the page reaches, and by one result more, which says whether another page
 * exists.
 */
export async function searchEntities(container: MedusaContainer, search: EntitySearch): Promise<SearchGroup[]> {
  const { q, offset, limit, mayFindCashiers } = search
  const connections = await container
    .resolve(POS_MODULE)
    .listPosConnections({ state: ["active", "paused"] }, { take: null, order: { created_at: "ASC", id: "ASC" } })
  const asked: Asked = { q, limit: offset + limit + 1, mayFindCashiers }
  const groups: SearchGroup[] = []
  for (const entity of search.entities) {
    const found = await SEARCHES[entity](container, connections, asked)
    groups.push({ entity, data: found.slice(offset, offset + limit), count: found.length, offset, limit })
  }
  return groups
}

type Search = (
  container: MedusaContainer,
  connections: ConnectionRecord[],
  asked: Asked
) => Promise<SearchGroup["data"]>

const SEARCHES: Record<SearchEntity, Search> = {
  pos_receipt: findReceipts,
  pos_unlinked_product: findUnlinkedProducts,
  pos_payout: findPayouts,
  pos_gift_card: findGiftCards,
}

/** By receipt or order number, amount, card, reference, product, SKU, cashier or day, the latest sale first. */
async function findReceipts(
  container: MedusaContainer,
  connections: ConnectionRecord[],
  { q, limit, mayFindCashiers }: Asked
): Promise<FoundReceiptItem[]> {
  const found: FoundReceiptItem[] = []
  for (const connection of connections) {
    const receipts = await searchReceipts(container, connection, { q, limit, mayFindCashiers })
    found.push(
      ...receipts.map((receipt) => ({
        id: receipt.id,
        purchase_number: receipt.purchase_number,
        amount: receipt.amount,
        currency_code: receipt.currency_code,
        cashier: mayFindCashiers ? receipt.cashier : null,
        sold_at: receipt.sold_at.toISOString(),
        time_zone: connection.time_zone,
      }))
    )
  }
  return found.slice(0, limit)
}

/** By a part of the name, the latest found first. */
async function findUnlinkedProducts(
  container: MedusaContainer,
  connections: ConnectionRecord[],
  { q, limit }: Asked
): Promise<FoundUnlinkedProductItem[]> {
  const [connection] = connections
  if (!connection || readSaleSearch(q, connection.currency_code).words === null) {
    return []
  }
  const { rows } = await container
    .resolve(POS_MODULE)
    .query((sql) => listCandidates(sql, { state: "open", q: q.trim() }, { limit, offset: 0 }))
  return rows.map(({ id, connection_id, name }) => ({ id, connection_id, name }))
}

/** By what the bank received, or the day, the latest first. */
async function findPayouts(
  container: MedusaContainer,
  connections: ConnectionRecord[],
  { q, limit }: Asked
): Promise<FoundPayoutItem[]> {
  const found: FoundPayoutItem[] = []
  for (const { id, currency_code, time_zone } of connections) {
    const { amounts, day } = readSaleSearch(q, currency_code)
    const payouts = await container
      .resolve(POS_MODULE)
      .query((sql) => searchPayouts(sql, { connectionId: id, timeZone: knownTimeZone(time_zone), amounts, day }, limit))
    found.push(
      ...payouts.map((payout) => ({
        id: payout.id,
        amount: payout.amount,
        currency_code,
        occurred_at: payout.occurred_at.toISOString(),
        time_zone,
      }))
    )
  }
  return found.slice(0, limit)
}

/** The beginning of a UUID. */
const UUID_PREFIX = /^[0-9a-f]{4,8}(-[0-9a-f-]{0,27})?$/i

/** By the beginning of the card's UUID. */
async function findGiftCards(
  container: MedusaContainer,
  connections: ConnectionRecord[],
  { q, limit }: Asked
): Promise<FoundGiftCardItem[]> {
  const pos = container.resolve(POS_MODULE)
  const prefix = q.trim()
  if (!UUID_PREFIX.test(prefix)) {
    return []
  }
  const now = await pos.now()
  const found: FoundGiftCardItem[] = []
  for (const { id, time_zone } of connections) {
    const filters = { connectionId: id, today: organizationDate(now, time_zone), q: prefix }
    const { rows } = await pos.query((sql) => listGiftCards(sql, filters, { limit, offset: 0 }))
    found.push(
      ...rows.map((card) => ({
        id: card.id,
        connection_id: card.connection_id,
        card_uuid: card.card_uuid,
        remaining_amount: card.remaining_amount,
        currency_code: card.currency_code,
      }))
    )
  }
  return found.slice(0, limit)
}
