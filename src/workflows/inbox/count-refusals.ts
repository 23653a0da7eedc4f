import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { POS_MODULE } from "../../modules/pos"
import type { ApplicationPart } from "../../modules/pos/application-parts"
import { addDoorRefusals, type CountedRefusals } from "../../modules/pos/queries/inbox/door-refusals"
import { systemClock } from "../../pos-api/clock"
import { reasonOf } from "../queue/reason-of"

/** What was refused is written down so often at most, in one statement, however much it is. */
const WRITE_EVERY_MS = 3_000

type Tally = { counted: Map<string, CountedRefusals>; write: () => Promise<void>; timer: NodeJS.Timeout | null }

/** What this process has counted and not written yet, of each shop in it. */
const tallies = new Map<object, Tally>()

/** Counts a notification that the door refused. @param id a connection that there is, or NO_CONNECTION: of few kinds */
export function countRefusal(container: MedusaContainer, id: string): void {
  const pos = container.resolve(POS_MODULE)
  const tally = tallies.get(pos) ?? newTally(container)
  tallies.set(pos, tally)
  const now = systemClock.now()
  const known = tally.counted.get(id)
  tally.counted.set(id, {
    id,
    notifications: (known?.notifications ?? 0) + 1,
    since: known?.since ?? now,
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
        await pos.query((sql) => addDoorRefusals(sql, counted))
      } catch (error) {
        // A count of refusals is not worth keeping the door for; the next one is written again.
        logger.warn(`pos: ${counted.length} counts of refused notifications are lost: ${reasonOf(error)}`)
      }
    },
  }
  return tally
}

/** Writes down what was counted and not written when the application ends. */
export const countRefusalsPart: ApplicationPart = {
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
