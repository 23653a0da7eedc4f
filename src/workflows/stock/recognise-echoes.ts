import { BigNumber } from "bignumber.js"
import { findSentMovements, type SentMovement, UNNAMED } from "../../modules/pos/queries/stock/sent-movements"
import type { Sql } from "../../modules/pos/database/sql"
import type { CounterMovement } from "../../modules/pos/counter-movement"

/**
 * A movement of ours that comes back: the identifier under which the ledger keeps the echo, and whether it tells more than
 * was known, namely that the movement was applied.
 */
export type Echo = { identifier: string; confirms: boolean }

/**
 * Which of the counter's movements are our own come back, and under which identifier the ledger has to keep them. An
 * echo names the identifier that we sent; it may also come without. Then a movement that equals one of ours of the last
 * days whose echo has not come is taken for it. Should the named echo come after all, the two have changed places: the
 * one without a name was the counter's own, and is counted now. Of what nobody knows whether it was applied only a name
 * tells: an equal movement without one may be the very sale that makes the counter's level look as if it had been.
 */
export async function recogniseEchoes(
  sql: Sql,
  connectionId: string,
  movements: CounterMovement[]
): Promise<Map<CounterMovement, Echo>> {
  const unnamed = movements.filter(({ identifier }) => identifier === null)
  const sent = await findSentMovements(sql, {
    connectionId,
    named: movements.flatMap(({ identifier, variantUuid }) =>
      identifier === null ? [] : [{ identifier, variant_uuid: variantUuid }]
    ),
    unnamedVariantUuids: unnamed.map(({ variantUuid }) => variantUuid),
  })
  const echoes = new Map<CounterMovement, Echo>()
  for (const movement of movements.filter(({ kind }) => kind === "mirrored")) {
    const ours = sent.find((one) => isEchoOf(movement, one))
    if (ours && movement.identifier !== null) {
      if (ours.named || !ours.unnamed) {
        echoes.set(movement, { identifier: movement.identifier, confirms: ours.state !== "applied" })
      }
      ours.named = true
    } else if (ours) {
      ours.unnamed = true
      echoes.set(movement, { identifier: `${UNNAMED}${ours.identifier}`, confirms: false })
    }
  }
  return echoes
}

const isCertain = ({ state }: SentMovement) => state === "applied"

function isEchoOf(movement: CounterMovement, sent: SentMovement): boolean {
  if (movement.variantUuid !== sent.variant_uuid) {
    return false
  }
  return movement.identifier === null
    ? isCertain(sent) && !sent.named && !sent.unnamed && new BigNumber(movement.change).isEqualTo(sent.change)
    : movement.identifier === sent.identifier
}
