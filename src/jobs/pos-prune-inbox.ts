import type { MedusaContainer } from "@medusajs/framework/types"
import { POS_MODULE } from "../modules/pos"
import { pruneInboxEntries } from "../modules/pos/queries/inbox/settle-entries"

const MS_PER_DAY = 24 * 3_600 * 1_000

/** Forgets notifications that ended longer ago than the option inboxRetentionDays, a bounded number at a time. */
export default async function pruneInbox(container: MedusaContainer): Promise<void> {
  const pos = container.resolve(POS_MODULE)
  const { inboxRetentionDays } = await pos.getOptions()
  const before = new Date((await pos.now()).getTime() - inboxRetentionDays * MS_PER_DAY)
  for (let pruned = 1; pruned > 0;) {
    pruned = await pos.query((sql) => pruneInboxEntries(sql, before))
  }
}

export const config = { name: "pos-prune-inbox", schedule: "17 3 * * *" }
