import type { MedusaContainer } from "@medusajs/framework/types"
import { BigNumber } from "bignumber.js"
import { readAvailableStock } from "../../medusa/stock"
import type { ConnectionRecord } from "../../modules/pos/connection-record"
import type { Sql } from "../../modules/pos/database/sql"
import type { PosModuleService } from "../../modules/pos/service"
import { hasErrorType, PosApiError, type PosClient, PosNotFoundError, PosRefusedError } from "../../pos-api/client"
import { ERROR_TYPES } from "../../pos-api/contract"
import { chooseUuid } from "../../modules/pos/entity-id"
import type { StockAccess } from "../../runtime/stock-access"
import { readingInventory } from "./inventory-lock"
import { restartUntracked } from "./matching-store"
import {
  confirmSent,
  findLinksWithOpen,
  holdTrackedLinks,
  insertSending,
  markUnknown,
  type Sending,
  type SendingMovement,
  type SendingRow,
  withdrawSent,
} from "./outbound-movements"
import { readTracked } from "./pos-levels"
import { addBalances, type Inventories, subtractBalances } from "./rules"

export type StockSender = {
  container: MedusaContainer
  pos: PosModuleService
  connection: ConnectionRecord
  inventory: NonNullable<PosClient["inventory"]>
  inventories: Inventories
  now: () => Promise<Date>
}

/** Result of sending: variants that the POS refused, with its reason, and variants whose stock starts again. */
export type SentMovements = {
  refused: { variantLinkId: string; reason: string; isFinal: boolean }[]
  restarted: string[]
}

/** The POS accepts no larger change in one movement. */
const MOST_IN_MOVEMENT = 100_000

/**
 * Maximum change of one variant. A larger one is a typing error, such as a scanned barcode in the field of the quantity:
 * its millions of movements would fill the memory of the process.
 */
const MOST_TO_SEND = 10_000_000

/**
 * Sends the movements of variants to the POS in one call. A refused batch is halved until the refused variant is alone,
 * so that it does not block the others. A change that is too large is refused before. A product that the POS does not
 * track is put through initial matching, which enables tracking and sends the store's level: a movement alone would
 * count from 0. A repeated attempt gets a new identifier and is computed again.
 * @param levels the levels that may be sent, by variant link; one that has changed meanwhile waits. Null: any
 * @throws PosApiError when the call failed; a later check finds out what became of movements whose outcome is unknown
 */
export async function sendMovements(
  sender: StockSender,
  variantLinkIds: string[],
  levels: ReadonlyMap<string, string> | null = null,
  mayRestart = true
): Promise<SentMovements> {
  const { container, connection, now } = sender
  const startedAt = await now()
  const { sending, tooLarge } = await readingInventory(container, connection.id, variantLinkIds, async (sql, stock) =>
    recordSending(sql, stock, { connection, variantLinkIds, levels, now: startedAt })
  )
  return joined({ refused: tooLarge, restarted: [] }, await sendRecorded(sender, sending, { levels, mayRestart }))
}

type Repeating = { levels: ReadonlyMap<string, string> | null; mayRestart: boolean }

/** Sends recorded movements, and those of a refused batch again in smaller ones. */
async function sendRecorded(
  sender: StockSender,
  sending: Sending,
  { levels, mayRestart }: Repeating
): Promise<SentMovements> {
  const { pos, connection } = sender
  const refusal = await send(sender, sending)
  if (refusal === null) {
    return { refused: [], restarted: [] }
  }
  const refused = sending.movements
  const untracked = mayRestart ? await findUntracked(sender, refused, refusal) : []
  if (untracked.length > 0) {
    const restarted = await pos.transaction((sql) => restartUntracked(sql, connection.id, untracked))
    const otherIds = getIds(refused).filter((id) => !restarted.includes(id))
    return joined(
      { refused: [], restarted },
      otherIds.length > 0 ? await sendMovements(sender, otherIds, levels, false) : NOTHING_SENT
    )
  }
  if (refused.length === 1) {
    const isFinal = !(refusal instanceof PosNotFoundError)
    const reason = refusal.message
    return {
      refused: refused.map(({ variant_link_id }) => ({ variantLinkId: variant_link_id, reason, isFinal })),
      restarted: [],
    }
  }
  const half = Math.ceil(refused.length / 2)
  return joined(
    await sendMovements(sender, getIds(refused.slice(0, half)), levels, false),
    await sendMovements(sender, getIds(refused.slice(half)), levels, false)
  )
}

const NOTHING_SENT: SentMovements = { refused: [], restarted: [] }

const joined = (first: SentMovements, second: SentMovements): SentMovements => ({
  refused: [...first.refused, ...second.refused],
  restarted: [...first.restarted, ...second.restarted],
})

const getIds = (movements: SendingMovement[]) => movements.map(({ variant_link_id }) => variant_link_id)

/** Sends movements once and records the outcome. @returns the POS's refusal, null when it accepted them */
async function send(sender: StockSender, { identifier, movements }: Sending): Promise<PosApiError | null> {
  const { pos, connection, inventory, inventories, now } = sender
  if (movements.length === 0) {
    return null
  }
  const key = { connectionId: connection.id, identifier }
  try {
    await inventory.move({ identifier, movements: movements.flatMap((movement) => toMoves(movement, inventories)) })
  } catch (error) {
    if (!(error instanceof PosApiError)) {
      throw error
    }
    if (error.effect === "unknown") {
      const ended = await now()
      await pos.query((sql) => markUnknown(sql, key, ended))
      throw error
    }
    await pos.transaction(async (sql) => withdrawSent(sql, key))
    if (error instanceof PosRefusedError || error instanceof PosNotFoundError) {
      return error
    }
    throw error
  }
  await pos.transaction(async (sql) => confirmSent(sql, key))
  return null
}

/** Finds the products that the POS does not track, which may be the reason for its refusal. */
async function findUntracked(
  { inventory }: StockSender,
  movements: SendingMovement[],
  refusal: PosApiError
): Promise<string[]> {
  const productUuids = [...new Set(movements.map(({ product_uuid }) => product_uuid))]
  const isNotTracked = hasErrorType(refusal, ERROR_TYPES.productNotTracked)
  const tracked = await readTracked(inventory, productUuids)
  return tracked
    ? productUuids.filter((productUuid) => !tracked.has(productUuid))
    : productUuids.filter(() => isNotTracked)
}

/**
 * Converts a movement to POS moves, whose amounts are positive: SUPPLIER to STORE adds stock, STORE to SOLD removes it.
 */
function toMoves(movement: SendingMovement, { STORE, SUPPLIER, SOLD }: Inventories) {
  const change = new BigNumber(movement.change)
  const way = change.isPositive() ? { from: SUPPLIER, to: STORE } : { from: STORE, to: SOLD }
  const fullMoves = change.abs().dividedToIntegerBy(MOST_IN_MOVEMENT).toNumber()
  const remainder = change.abs().minus(new BigNumber(MOST_IN_MOVEMENT).times(fullMoves)).toNumber()
  const amounts = Array.from({ length: fullMoves }, () => MOST_IN_MOVEMENT)
  if (remainder > 0) {
    amounts.push(remainder)
  }
  return amounts.map((amount) => ({
    productUuid: movement.product_uuid,
    variantUuid: movement.variant_uuid,
    ...way,
    change: amount,
  }))
}

type Connection = { id: string; stock_location_id: string; inbound_settings: unknown }

type SendingInput = {
  connection: Connection
  variantLinkIds: string[]
  /** the only levels that may be sent, by variant link; null: any */
  levels: ReadonlyMap<string, string> | null
  now: Date
}

/**
 * Computes the movements that bring the POS to the store's levels, and records them in the ledger before they are sent.
 * The identifier is new and is never used again. The links are locked meanwhile, so that no incoming movement changes
 * the balances, and the movements count at once in the expected balance. Variants whose last movement is still open are
 * left out, and variants whose levels agree need none. In a transaction.
 * @returns what is to be sent, and the variants whose change is too large
 */
async function recordSending(
  sql: Sql,
  stock: StockAccess,
  { connection, variantLinkIds, levels, now }: SendingInput
): Promise<{ sending: Sending; tooLarge: SentMovements["refused"] }> {
  const links = await holdTrackedLinks(sql, variantLinkIds)
  const linkIds = links.map(({ id }) => id)
  const open = await findLinksWithOpen(sql, linkIds)
  const free = links.filter(({ id }) => !open.has(id))
  const variantIds = free.map((link) => link.variant_id)
  const available = await readAvailableStock(stock.over(sql), connection, variantIds)
  const changes = free.flatMap(({ id, variant_id, variant_uuid, product_uuid, pos_balance }): SendingRow[] => {
    const level = available.get(variant_id) ?? pos_balance
    const allowed = levels === null ? level : levels.get(id)
    if (allowed === undefined || subtractBalances(level, allowed) !== "0") {
      return []
    }
    const change = subtractBalances(level, pos_balance)
    const target = addBalances(pos_balance, change)
    return change === "0" ? [] : [{ variant_link_id: id, variant_uuid, product_uuid, change, target }]
  })
  const movements = changes.filter(({ change }) => isSendable(change))
  const tooLarge = changes
    .filter(({ change }) => !isSendable(change))
    .map(({ variant_link_id: variantLinkId, change }) => {
      return { variantLinkId, reason: describeTooLarge(change), isFinal: true }
    })
  const identifier = chooseUuid()
  await insertSending(sql, { connectionId: connection.id, identifier, movements, now })
  return { sending: { identifier, movements }, tooLarge }
}

const isSendable = (change: string) => new BigNumber(change).abs().isLessThanOrEqualTo(MOST_TO_SEND)

const describeTooLarge = (change: string) =>
  `The stock at the POS would change by ${change}, and at most ${MOST_TO_SEND} are sent. Correct the wrong quantity.`

/**
 * Sends items in one call and halves a refused batch until the refused item is alone.
 * @returns the refused items with the POS's reasons
 * @throws PosApiError for other failures
 */
export async function halving<Item>(
  items: Item[],
  send: (items: Item[]) => Promise<void>
): Promise<{ item: Item; reason: string }[]> {
  try {
    await send(items)
    return []
  } catch (error) {
    if (!(error instanceof PosRefusedError || error instanceof PosNotFoundError)) {
      throw error
    }
    const half = Math.ceil(items.length / 2)
    return items.length === 1
      ? items.map((item) => ({ item, reason: error.message }))
      : [...(await halving(items.slice(0, half), send)), ...(await halving(items.slice(half), send))]
  }
}
