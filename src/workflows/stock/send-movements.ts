import { BigNumber } from "bignumber.js"
import { hasErrorType, PosApiError, type PosClient, PosNotFoundError, PosRefusedError } from "../../pos-api/client"
import { ERROR_TYPES } from "../../pos-api/contract"
import { restartUntracked } from "../../modules/pos/queries/stock/initial-matching"
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

/** How movements of variants were taken: `refused`, with the POS's reason, and variants whose stock starts again. */
export type SentMovements = {
  refused: { variantLinkId: string; reason: string; isFinal: boolean }[]
  restarted: string[]
}

/** The service takes no more in one movement. */
const MOST_IN_MOVEMENT = 100_000

/**
 * Sends the POS the movements of variants, in one call. What it refuses together is halved until the one at fault is
 * alone, so that it never holds up the others. A product that the POS does not track is put through initial matching,
 * which enables tracking and sends the store's level: a movement alone would count from 0.
 * Whatever is sent again gets a new identifier and is computed again.
 * @throws PosApiError when the call failed; what was not certainly refused is looked up later
 */
export async function tellCounter(
  sender: StockSender,
  variantLinkIds: string[],
  mayRestart = true
): Promise<SentMovements> {
  const { pos, connection, now } = sender
  const begun = await now()
  const sending = await pos.transaction((sql) => recordSending(sql, connection, variantLinkIds, begun))
  const refusal = await send(sender, sending)
  if (refusal === null) {
    return { refused: [], restarted: [] }
  }
  const refused = sending.movements
  const untracked = mayRestart ? await findUntracked(sender, refused, refusal) : []
  if (untracked.length > 0) {
    const restarted = await pos.transaction((sql) => restartUntracked(sql, connection.id, untracked))
    const others = idsOf(refused).filter((id) => !restarted.includes(id))
    return joined(
      { refused: [], restarted },
      others.length > 0 ? await tellCounter(sender, others, false) : NOTHING_SENT
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
    await tellCounter(sender, idsOf(refused.slice(0, half)), false),
    await tellCounter(sender, idsOf(refused.slice(half)), false)
  )
}

const NOTHING_SENT: SentMovements = { refused: [], restarted: [] }

const joined = (first: SentMovements, second: SentMovements): SentMovements => ({
  refused: [...first.refused, ...second.refused],
  restarted: [...first.restarted, ...second.restarted],
})

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

/** Products that the POS does not track, which is why it may have refused. */
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
