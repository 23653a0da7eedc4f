import { BigNumber } from "bignumber.js"
import { z } from "@medusajs/framework/zod"
import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { STOCK_MOVEMENT_STATES } from "../../modules/pos/models"
import { sqlOn } from "../../modules/pos/database/sql"
import type { CounterMovement } from "./counter-movement"

const sentSchema = z.object({
  state: z.enum(STOCK_MOVEMENT_STATES),
  identifier: z.string(),
  variant_uuid: z.string(),
  change: z.string(),
  /** an echo that named it, or one without a name that was taken for it, has come */
  named: z.boolean(),
  unnamed: z.boolean(),
})

type Sent = z.infer<typeof sentSchema>

/** What an echo without a name carries in the ledger before the identifier of the movement that it was taken for. */
const UNNAMED = "unnamed:"

/**
 * A movement of ours that comes back: the identifier under which the ledger keeps the echo, and whether it tells more than
 * was known, namely that the movement was applied.
 */
export type Echo = { identifier: string; confirms: boolean }

/** The service tells of a movement for 72 hours. */
const TOLD_WITHIN = "73 hours"

/**
 * Which of the counter's movements are our own come back, and under which identifier the ledger has to keep them. An
 * echo names the identifier that we sent; it may also come without. Then a movement that equals one of ours of the last
 * days whose echo has not come is taken for it. Should the named echo come after all, the two have changed places: the
 * one without a name was the counter's own, and is counted now. Of what nobody knows whether it was applied only a name
 * tells: an equal movement without one may be the very sale that makes the counter's level look as if it had been.
 */
export async function recogniseEchoes(
  transaction: Knex.Transaction,
  connectionId: string,
  movements: CounterMovement[]
): Promise<Map<CounterMovement, Echo>> {
  const sent = await readSent(transaction, connectionId, movements)
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

const isCertain = ({ state }: Sent) => state === "applied"

function isEchoOf(movement: CounterMovement, sent: Sent): boolean {
  if (movement.variantUuid !== sent.variant_uuid) {
    return false
  }
  return movement.identifier === null
    ? isCertain(sent) && !sent.named && !sent.unnamed && new BigNumber(movement.change).isEqualTo(sent.change)
    : movement.identifier === sent.identifier
}

/** Movements that we sent: those that are named, and those that one without a name could be an echo of. */
async function readSent(transaction: Knex.Transaction, connectionId: string, movements: CounterMovement[]) {
  const identifiers = movements.flatMap(({ identifier }) => identifier ?? [])
  const unnamed = movements.filter(({ identifier }) => identifier === null).map(({ variantUuid }) => variantUuid)
  const told = (prefix: string) => `EXISTS (
    SELECT 1 FROM pos_stock_movement AS echo WHERE echo.connection_id = sent.connection_id
      AND echo.identifier = ${prefix} || sent.identifier AND echo.variant_link_id = sent.variant_link_id
      AND echo.kind NOT IN ('pushed', 'baseline') AND echo.deleted_at IS NULL)`
  return sqlOn(transaction)(
    sentSchema,
    `SELECT sent.state, sent.identifier, link.variant_uuid, sent.change, ${told("''")} AS named, ${told("?")} AS unnamed
     FROM pos_stock_movement AS sent JOIN pos_variant_link AS link ON link.id = sent.variant_link_id
     WHERE sent.connection_id = ? AND sent.kind IN ('pushed', 'baseline') AND sent.identifier IS NOT NULL
       AND sent.natural_key = sent.identifier || ':' || link.variant_uuid AND sent.deleted_at IS NULL
       AND (sent.identifier = ANY(?)
            OR link.variant_uuid = ANY(?) AND sent.occurred_at > now() - interval '${TOLD_WITHIN}')
     ORDER BY sent.occurred_at, sent.id`,
    [UNNAMED, connectionId, identifiers, unnamed]
  )
}
