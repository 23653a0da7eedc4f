import type { MedusaContainer } from "@medusajs/framework/types"
import { POS_MODULE } from "../../modules/pos"
import { planByIndexes, type Sql } from "../../modules/pos/database/sql"
import { LONGEST_TIMER_MS } from "../queue/wake-when-due"

/** A moment, and until when a pump that is begun then waits for what becomes due. */
export type Round = { now: Date; until: Date }

/**
 * Asks once, before a round visits connections, which of them have anything due: a round of many merchants of whom most
 * rest costs one statement of look-ups by index.
 */
export async function askRound<Answer>(
  container: MedusaContainer,
  ask: (sql: Sql, round: Round) => Promise<Answer>
): Promise<Answer> {
  return container.resolve(POS_MODULE).transaction(async (sql, now) => {
    await planByIndexes(sql)
    return ask(sql, { now, until: new Date(now.getTime() + LONGEST_TIMER_MS) })
  })
}
