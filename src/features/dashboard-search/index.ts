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
type SearchCriteria = { q: string; limit: number; mayFindCashiers: boolean }

/** Most results of an entity that can be paged to: a page is read from the first result on. */
const MOST_RESULTS = 1_000

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
  const criteria: SearchCriteria = { q, limit: Math.min(offset + limit + 1, MOST_RESULTS), mayFindCashiers }
  const groups: SearchGroup[] = []
  for (const entity of search.entities) {
    const items = await SEARCHES[entity](container, connections, criteria)
    groups.push({ entity, data: items.slice(offset, offset + limit), count: items.length, offset, limit })
  }
  return groups
}

type Search = (
  container: MedusaContainer,
  connections: ConnectionRecord[],
  criteria: SearchCriteria
) => Promise<SearchGroup["data"]>

const SEARCHES: Record<SearchEntity, Search> = {
  pos_receipt: findReceipts,
  pos_unlinked_product: findUnlinkedProducts,
  pos_payout: findPayouts,
  pos_gift_card: findGiftCards,
}

/** Asks the connections one after the other, until there are as many results as are wanted. */
async function findInEach<Item>(
  connections: ConnectionRecord[],
  limit: number,
  find: (connection: ConnectionRecord) => Promise<Item[]>
): Promise<Item[]> {
  const items: Item[] = []
  for (const connection of connections) {
    if (items.length >= limit) {
      break
    }
    items.push(...(await find(connection)))
  }
  return items.slice(0, limit)
}

/** By receipt or order number, amount, card, reference, product, SKU, cashier or day, the latest sale first. */
async function findReceipts(
  container: MedusaContainer,
  connections: ConnectionRecord[],
  { q, limit, mayFindCashiers }: SearchCriteria
): Promise<FoundReceiptItem[]> {
  return findInEach(connections, limit, async (connection) => {
    const receipts = await searchReceipts(container, connection, { q, limit, mayFindCashiers })
    return receipts.map(({ id, purchase_number, amount, currency_code, cashier, sold_at }) => ({
      id,
      purchase_number,
      amount,
      currency_code,
      cashier: mayFindCashiers ? cashier : null,
      sold_at: sold_at.toISOString(),
      time_zone: connection.time_zone,
    }))
  })
}

/** By a part of the name, the latest found first. */
async function findUnlinkedProducts(
  container: MedusaContainer,
  connections: ConnectionRecord[],
  { q, limit }: SearchCriteria
): Promise<FoundUnlinkedProductItem[]> {
  const pos = container.resolve(POS_MODULE)
  return findInEach(connections, limit, async ({ id: connectionId, currency_code }) => {
    if (readSaleSearch(q, currency_code).words === null) {
      return []
    }
    const filters = { connection_id: connectionId, state: "open", q }
    const { rows } = await pos.query((sql) => listCandidates(sql, filters, { limit, offset: 0 }))
    return rows.map(({ id, connection_id, name }) => ({ id, connection_id, name }))
  })
}

/** By what the bank received, or the day, the latest first. */
async function findPayouts(
  container: MedusaContainer,
  connections: ConnectionRecord[],
  { q, limit }: SearchCriteria
): Promise<FoundPayoutItem[]> {
  const pos = container.resolve(POS_MODULE)
  return findInEach(connections, limit, async ({ id: connectionId, currency_code, time_zone }) => {
    const { amounts, day } = readSaleSearch(q, currency_code)
    const criteria = { connectionId, timeZone: knownTimeZone(time_zone), amounts, day }
    const payouts = await pos.query((sql) => searchPayouts(sql, criteria, limit))
    return payouts.map(({ id, amount, occurred_at }) => ({
      id,
      amount,
      currency_code,
      occurred_at: occurred_at.toISOString(),
      time_zone,
    }))
  })
}

/** The beginning of a UUID. */
const UUID_PREFIX = /^[0-9a-f]{4,8}(-[0-9a-f-]{0,27})?$/i

/** By the beginning of the card's UUID. */
async function findGiftCards(
  container: MedusaContainer,
  connections: ConnectionRecord[],
  { q, limit }: SearchCriteria
): Promise<FoundGiftCardItem[]> {
  if (!UUID_PREFIX.test(q)) {
    return []
  }
  const pos = container.resolve(POS_MODULE)
  const now = await pos.now()
  return findInEach(connections, limit, async ({ id: connectionId, time_zone }) => {
    const filters = { connectionId, today: organizationDate(now, time_zone), q }
    const { rows } = await pos.query((sql) => listGiftCards(sql, filters, { limit, offset: 0 }))
    return rows.map(({ id, connection_id, card_uuid, remaining_amount, currency_code }) => ({
      id,
      connection_id,
      card_uuid,
      remaining_amount,
      currency_code,
    }))
  })
}
