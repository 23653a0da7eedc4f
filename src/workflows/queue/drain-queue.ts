import type { MedusaContainer } from "@medusajs/framework/types"
import type { TableArea } from "../../medusa-tables/probe/probes"
import { isSchemaError } from "./infrastructure-error"
import { areTablesKnown, probeAgain } from "./known-tables"
import { pump } from "./pump"
import { wakeWhenDue } from "./wake-when-due"

/** One queue of one connection, by its name. */
export type Draining = {
  queue: string
  /** what it writes; null: it asks for each piece of its work */
  area: TableArea | null
  /** Handles what is due. @returns when the next piece is; null: none waits */
  drain: () => Promise<Date | null>
  /** begins again, when the next piece is due */
  wake: () => Promise<void>
}

/**
 * Drains a queue that writes into the shop or tells of it: once at a time in this process, again when its next piece is
 * due, and not while the area's tables are unknown.
 */
export async function drainQueue(container: MedusaContainer, { queue, area, drain, wake }: Draining): Promise<void> {
  await pump(queue, async () => {
    if (area === null || (await areTablesKnown(container, area))) {
      await wakeWhenDue(container, { queue, at: await probingAfterMisfit(drain) }, wake)
    }
  })
}

/** Has Medusa's tables probed again after an error that a changed table may have caused. */
async function probingAfterMisfit<Result>(drain: () => Promise<Result>): Promise<Result> {
  try {
    return await drain()
  } catch (error) {
    if (isSchemaError(error)) {
      probeAgain()
    }
    throw error
  }
}
