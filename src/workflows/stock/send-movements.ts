import { BigNumber } from "bignumber.js"
import { hasErrorType, PosApiError, type PosClient, PosNotFoundError, PosRefusedError } from "../../pos-api/client"
import { ERROR_TYPES } from "../../pos-api/contract"
import { confirmSent, markUnknown, withdrawSent } from "../../modules/pos/queries/stock/sent-stock"
import type { Sending, SendingMovement } from "../../modules/pos/queries/stock/sending"
import type { PosModuleService } from "../../modules/pos/service"
import type { ConnectionRecord } from "../../modules/pos/connection-record"
import type { Inventories } from "./inventories"
import { readTracked } from "./read-counter-levels"
import { recordSending } from "./record-sending"

export type StockSender = {
  pos: PosModuleService
  connection: ConnectionRecord
  inventory: NonNullable<PosClient["inventory"]>
  inventories: Inventories
  now: () => Promise<Date>
}

/** A movement that the service does not take. */
export type RefusedMovement = { variantLinkId: string; reason: string }

/** The service takes no more in one movement. */
const MOST_IN_MOVEMENT = 100_000

/**
 * Tells the counter what it has to know of variants, in one call. What it refuses together is halved until the one at
 * fault stands alone, so that it never holds up the others; a product that is not counted there is switched on first.
 * Whatever goes again goes under a new identifier, reckoned anew.
 * @returns why which variants were refused
 * @throws PosApiError when the call failed; what was not certainly refused then waits for somebody to look
 */
export async function tellCounter(
  sender: StockSender,
  variantLinkIds: string[],
  mayTrack = true
): Promise<RefusedMovement[]> {
  const { pos, connection, now } = sender
  const begun = await now()
  const sending = await pos.transaction((sql) => recordSending(sql, connection, variantLinkIds, begun))
  const refusal = await send(sender, sending)
  if (refusal === null) {
    return []
  }
  const refused = sending.movements
  if (mayTrack && (await trackUntracked(sender, refused, refusal))) {
    return tellCounter(sender, idsOf(refused), false)
  }
  if (refused.length === 1) {
    return refused.map(({ variant_link_id }) => ({ variantLinkId: variant_link_id, reason: refusal.message }))
  }
  const half = Math.ceil(refused.length / 2)
  return [
    ...(await tellCounter(sender, idsOf(refused.slice(0, half)), false)),
    ...(await tellCounter(sender, idsOf(refused.slice(half)), false)),
  ]
}

const idsOf = (movements: SendingMovement[]) => movements.map(({ variant_link_id }) => variant_link_id)

/** Sends movements once, and writes down how that ended. @returns the service's refusal, null when it took them */
async function send(sender: StockSender, { identifier, movements }: Sending): Promise<PosApiError | null> {
  const { pos, connection, inventory, inventories, now } = sender
  if (movements.length === 0) {
    return null
  }
  const of = { connectionId: connection.id, identifier }
  try {
    await inventory.move({ identifier, movements: movements.flatMap((one) => toMoves(one, inventories)) })
  } catch (error) {
    if (!(error instanceof PosApiError)) {
      throw error
    }
    if (error.effect === "unknown") {
      const ended = await now()
      await pos.query((sql) => markUnknown(sql, of, ended))
      throw error
    }
    await pos.transaction(async (sql) => withdrawSent(sql, of))
    if (error instanceof PosRefusedError || error instanceof PosNotFoundError) {
      return error
    }
    throw error
  }
  await pos.transaction(async (sql) => confirmSent(sql, of))
  return null
}

/** Switches on what the counter does not count, which is why it may have refused. @returns whether anything was */
async function trackUntracked(
  { inventory }: StockSender,
  movements: SendingMovement[],
  refusal: PosApiError
): Promise<boolean> {
  const productUuids = [...new Set(movements.map(({ product_uuid }) => product_uuid))]
  const tracked = await readTracked(inventory, productUuids)
  const isNotTracked = hasErrorType(refusal, ERROR_TYPES.productNotTracked)
  const untracked = tracked
    ? productUuids.filter((productUuid) => !tracked.has(productUuid))
    : productUuids.filter(() => isNotTracked)
  if (untracked.length > 0) {
    await inventory.setTracking(untracked.map((productUuid) => ({ productUuid, tracking: "enable" })))
  }
  return untracked.length > 0
}

/** Moves are positive: more stock comes from the supplier, less goes where sold goods go. */
function toMoves(movement: SendingMovement, { STORE, SUPPLIER, SOLD }: Inventories) {
  const change = new BigNumber(movement.change)
  const way = change.isPositive() ? { from: SUPPLIER, to: STORE } : { from: STORE, to: SOLD }
  const parts = change.abs().dividedToIntegerBy(MOST_IN_MOVEMENT).toNumber()
  const rest = change.abs().minus(new BigNumber(MOST_IN_MOVEMENT).times(parts)).toNumber()
  return [...Array.from({ length: parts }, () => MOST_IN_MOVEMENT), ...(rest > 0 ? [rest] : [])].map((part) => ({
    ...{ productUuid: movement.product_uuid, variantUuid: movement.variant_uuid },
    ...way,
    change: part,
  }))
}
