import { findSendingSince } from "../../modules/pos/queries/stock/open-movements"
import type { Sql } from "../../modules/pos/database/sql"
import { subtractBalances } from "../../translate/stock"
import type { CounterMovement } from "../../modules/pos/counter-movement"

/** A call ends within seconds; of one that has not, somebody has to look what became of it. */
const CALL_MS = 10_000

/**
 * Movements of the counter without a name that equal one of ours whose call has not ended. Whether such a one is our echo,
 * which may be told before the call is answered, or a sale, is known when the call has ended.
 */
export async function findEarlyEchoes(
  sql: Sql,
  connectionId: string,
  movements: CounterMovement[],
  now: Date
): Promise<Set<CounterMovement>> {
  const unnamed = movements.filter(({ identifier }) => identifier === null)
  if (unnamed.length === 0) {
    return new Set()
  }
  const sending = await findSendingSince(sql, {
    ...{ connectionId, variantUuids: [...new Set(unnamed.map(({ variantUuid }) => variantUuid))] },
    since: new Date(now.getTime() - CALL_MS),
  })
  return new Set(
    unnamed.filter((movement) =>
      sending.some(
        ({ variant_uuid, change }) =>
          variant_uuid === movement.variantUuid && subtractBalances(change, movement.change) === "0"
      )
    )
  )
}
