import { findSellers, findUnlinkedOfChannels } from "../../../../src/medusa/changed-products"
import { planByIndexes, type Sql } from "../../../../src/modules/pos/database/sql"
import { findMarkingRuns } from "../../../../src/features/catalog/change-marks"
import { findAuditTurns, findDueOutboxes } from "../../../../src/runtime/due-queues"
import { findDue } from "../../../../src/features/background/due-look"
import { findLinkedTo, noteSwept, readSweptTogether } from "../../../../src/features/background/sweep-changes"
import type { Planned, PlannedOf } from "./planned"
import { DUE } from "./stage-rows"

const MINUTE_MS = 60_000

/** What rounds ask of all merchants at once. @param connectionIds those that there are */
export const askedOfAll = (connectionIds: string[], now: Date, productIds: string[]): Planned[] => {
  const by = { now, until: new Date(now.getTime() + MINUTE_MS) }
  const terms = {
    now: by.now,
    until: by.until,
    groups: ["liquid" as const],
    pulledBefore: now,
    jobs: ["sweep"],
    calendar: [{ name: "prune", dueSince: now, isOfConnection: true }],
  }
  const due = DUE + connectionIds.length
  const asked = (name: string, run: (sql: Sql) => Promise<unknown>): Planned => ({
    name: `round: ${name}`,
    due,
    plan: planByIndexes,
    run,
  })
  const sellers = connectionIds.map((connectionId) => ({ connectionId, selection: { by: "all" as const, ids: [] } }))
  return [
    asked("everything that is due", async (sql) => findDue(sql, terms)),
    asked("outboxes", async (sql) => findDueOutboxes(sql, by)),
    { name: "swept together", due, run: readSweptTogether },
    { name: "note of the sweep", due, run: async (sql) => noteSwept(sql, connectionIds, now) },
    { name: "turns of audits", due, run: async (sql) => findAuditTurns(sql, DUE) },
    { name: "who has links", due: DUE, run: async (sql) => findLinkedTo(sql, productIds) },
    {
      name: "who sells",
      plan: planByIndexes,
      due: productIds.length * connectionIds.length,
      run: async (sql) => findSellers(sql, sellers, productIds),
    },
  ]
}

export const roundPlans: PlannedOf = ({ connectionId, products, now }) => [
  { name: "pushes that mark their products", due: DUE, run: async (sql) => findMarkingRuns(sql, connectionId) },
  ...askedOfAll(
    [connectionId],
    now,
    products.map(({ id }) => id)
  ),
  {
    name: "unlinked products of a channel",
    due: DUE,
    run: async (sql) => findUnlinkedOfChannels(sql, { connectionId, channelIds: ["sc_of_another"], limit: DUE }),
  },
]
