import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { POS_MODULE } from "../modules/pos"
import type { ApplicationPart } from "../modules/pos/lifecycle-hooks"
import { jsonText } from "../modules/pos/database/json-text"
import { idRowSchema, type Sql } from "../modules/pos/database/sql"
import { systemClock } from "../pos-api/clock"
import { getErrorMessage } from "./errors"

/** Milliseconds between writes of the counts. All counts are written in one statement. */
const WRITE_EVERY_MS = 3_000

type Tally = { counted: Map<string, CountedRejections>; write: () => Promise<void>; timer: NodeJS.Timeout | null }

/** What this process has counted and not yet written, per store. */
const tallies = new Map<object, Tally>()

/**
 * Counts a notification that the webhook endpoint rejected.
 * @param id an existing connection, or {@link NO_CONNECTION}
 */
export function countRejection(container: MedusaContainer, id: string): void {
  const pos = container.resolve(POS_MODULE)
  const tally = tallies.get(pos) ?? newTally(container)
  tallies.set(pos, tally)
  const now = systemClock.now()
  const rejectionCount = tally.counted.get(id)
  tally.counted.set(id, {
    id,
    notifications: (rejectionCount?.notifications ?? 0) + 1,
    since: rejectionCount?.since ?? now,
    last_at: now,
  })
  tally.timer ??= setTimeout(() => void tally.write(), WRITE_EVERY_MS).unref()
}

function newTally(container: MedusaContainer): Tally {
  const pos = container.resolve(POS_MODULE)
  const logger = container.resolve(ContainerRegistrationKeys.LOGGER)
  const tally: Tally = {
    counted: new Map(),
    timer: null,
    async write() {
      const counted = [...tally.counted.values()]
      tally.counted.clear()
      tally.timer = null
      try {
        await pos.query((sql) => addRejections(sql, counted))
      } catch (error) {
        // Losing a count of rejections must not stop the webhook endpoint; later counts are still written.
        logger.warn(`pos: ${counted.length} counts of refused notifications are lost: ${getErrorMessage(error)}`)
      }
    },
  }
  return tally
}

/** Writes the counts that are not yet written when the application shuts down. */
export const countRejectionsPart: ApplicationPart = {
  name: "count-refusals",
  start() {},
  async end() {
    const waiting = [...tallies.values()].filter(({ timer }) => timer !== null)
    tallies.clear()
    await Promise.all(
      waiting.map(async ({ timer, write }) => {
        clearTimeout(timer ?? undefined)
        await write()
      })
    )
  },
}

/** Rejections of one connection that a process has counted since its last write. */
type CountedRejections = { id: string; notifications: number; since: Date; last_at: Date }

/** The id under which notifications for nonexistent connections are counted. */
export const NO_CONNECTION = "unknown"

/** Adds the counts of a process, in one statement. After a day without rejections a count starts at zero again. */
async function addRejections(sql: Sql, counted: CountedRejections[]): Promise<void> {
  await sql(
    idRowSchema,
    `INSERT INTO pos_webhook_rejection AS known (id, notifications, since, last_at)
     SELECT id, notifications, since, last_at FROM json_to_recordset(?::json) AS counted(
       id text, notifications integer, since timestamptz, last_at timestamptz)
     ORDER BY id
     ON CONFLICT (id) DO UPDATE SET updated_at = now(), last_at = GREATEST(known.last_at, excluded.last_at),
       notifications = excluded.notifications
         + CASE WHEN known.last_at < excluded.since - interval '1 day' THEN 0 ELSE known.notifications END,
       since = CASE WHEN known.last_at < excluded.since - interval '1 day' THEN excluded.since ELSE known.since END
     RETURNING id`,
    [jsonText(counted)]
  )
}
