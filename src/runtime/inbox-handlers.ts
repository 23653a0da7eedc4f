import type { MedusaContainer } from "@medusajs/framework/types"
import type { ConnectionRecord } from "../modules/pos/connection-record"
import type { ClaimedInboxEntry } from "./inbox-claims"
import { type EntryOutcome, handleApart } from "./inbox-processing"

/** Receives what handling a batch has caused in the store. */
export type Effects = {
  /** @param levelIds IDs of the stock levels that moved */
  onMoved: (levelIds: string[]) => void
  /** a push has something to do */
  onOutboxDue: () => void
}

export type InboxHandler = {
  /** whether it handles an entry; the first handler that does gets it */
  accepts: (entry: ClaimedInboxEntry) => boolean
  /** @returns how each entry ended */
  handle: (
    container: MedusaContainer,
    connection: ConnectionRecord,
    entries: ClaimedInboxEntry[],
    effects: Effects
  ) => Promise<EntryOutcome[]>
  /** it runs at the same time as other such handlers, before the others */
  atOnce?: true
  /** its entries may leave products or stock to push */
  wakesOutbox?: true
}

/** The inbox was drained before the plugin's parts were started, so that nothing says which feature handles an entry. */
class InboxHandlersMissingError extends Error {
  constructor() {
    super(
      "Could not process inbox entries: the plugin's application hooks have not run in this process. Start Medusa with its application hooks; the entries stay pending until then."
    )
    this.name = "InboxHandlersMissingError"
  }
}

let registered: readonly InboxHandler[] | null = null

/** Registers all handlers of inbox entries; the first that accepts an entry gets it. An entry that none accepts is ignored. */
export function registerInboxHandlers(handlers: readonly InboxHandler[]): void {
  registered = handlers
}

const ignored = (entry: ClaimedInboxEntry): EntryOutcome => ({
  id: entry.id,
  kind: "ignored",
  reason: `${entry.event_name} has no effect in the store`,
})

/** Applies the effects of entries to the store. An error fails only the entry that causes it. */
export async function applyEntries(
  container: MedusaContainer,
  connection: ConnectionRecord,
  entries: ClaimedInboxEntry[],
  now: Date
): Promise<{ outcomes: EntryOutcome[]; movedLevelIds: string[]; isOutboxDue: boolean }> {
  const all = registered
  if (all === null) {
    throw new InboxHandlersMissingError()
  }
  const movedLevelIds: string[] = []
  const handlers = new Map(entries.map((entry) => [entry, all.find(({ accepts }) => accepts(entry))]))
  const getEntries = (handler?: InboxHandler) => entries.filter((entry) => handlers.get(entry) === handler)
  let isOutboxDue = all.some((handler) => handler.wakesOutbox && getEntries(handler).length > 0)
  const effects: Effects = {
    onMoved: (levelIds) => void movedLevelIds.push(...levelIds),
    onOutboxDue: () => {
      isOutboxDue = true
    },
  }
  const apply = async (handler: InboxHandler) =>
    handleApart(getEntries(handler), now, async (batch) => handler.handle(container, connection, batch, effects))
  const outcomes = (await Promise.all(all.filter(({ atOnce }) => atOnce).map(apply))).flat()
  for (const handler of all.filter(({ atOnce }) => !atOnce)) {
    outcomes.push(...(await apply(handler)))
  }
  return { outcomes: [...outcomes, ...getEntries().map(ignored)], movedLevelIds, isOutboxDue }
}
