import type { MedusaContainer } from "@medusajs/framework/types"
import type { ConnectionRecord } from "../../modules/pos/connection-record"
import type { EventName } from "../../pos-api/contract"
import type { ClaimedInboxEntry } from "../../runtime/inbox-claims"
import { type EntryOutcome, handleApart } from "../../runtime/inbox-processing"
import { importProducts, isOfProduct } from "../catalog/import"
import { handleCredentialsRemoved, handleProfiles, isCredentialsRemoved, isProfile } from "../connection/inbox-events"
import { importPurchases } from "../sales/import"
import { handleTracking, importBalances, isTracking } from "../stock/import"
import { isReadRecord, isUnreadable, readRecordsAgain, readSignedAgain } from "./reread-entries"

/** Receives what handling a batch has caused in the store. */
type Effects = {
  /** @param levelIds IDs of the stock levels that moved */
  onMoved: (levelIds: string[]) => void
  /** a push has something to do */
  onOutboxDue: () => void
}

type InboxHandler = {
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

const isNamed = (name: EventName) => (entry: ClaimedInboxEntry) => entry.event_name === name

/** All handlers of inbox entries, by what they handle. An entry that none accepts is ignored. */
export const INBOX_HANDLERS: readonly InboxHandler[] = [
  // A sale and its stock movement are received together; neither waits for the other.
  {
    accepts: isNamed("InventoryBalanceChanged"),
    handle: async (container, connection, entries, { onMoved }) =>
      importBalances(container, connection, entries, onMoved),
    atOnce: true,
    wakesOutbox: true,
  },
  {
    accepts: isNamed("PurchaseCreated"),
    handle: async (container, connection, entries, { onMoved }) =>
      importPurchases(container, connection, entries, onMoved),
    atOnce: true,
  },
  {
    accepts: isOfProduct,
    handle: async (container, connection, entries, { onOutboxDue }) => {
      const { outcomes, outboxDue } = await importProducts(container, connection, entries)
      if (outboxDue) {
        onOutboxDue()
      }
      return outcomes
    },
    atOnce: true,
  },
  { accepts: isProfile, handle: handleProfiles, wakesOutbox: true },
  { accepts: isTracking, handle: handleTracking, wakesOutbox: true },
  { accepts: isCredentialsRemoved, handle: handleCredentialsRemoved },
  { accepts: isReadRecord, handle: readRecordsAgain },
  { accepts: isUnreadable, handle: readSignedAgain },
]

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
  const movedLevelIds: string[] = []
  const handlers = new Map(entries.map((entry) => [entry, INBOX_HANDLERS.find(({ accepts }) => accepts(entry))]))
  const getEntries = (handler?: InboxHandler) => entries.filter((entry) => handlers.get(entry) === handler)
  let isOutboxDue = INBOX_HANDLERS.some((handler) => handler.wakesOutbox && getEntries(handler).length > 0)
  const effects: Effects = {
    onMoved: (levelIds) => void movedLevelIds.push(...levelIds),
    onOutboxDue: () => {
      isOutboxDue = true
    },
  }
  const apply = async (handler: InboxHandler) =>
    handleApart(getEntries(handler), now, async (batch) => handler.handle(container, connection, batch, effects))
  const outcomes = (await Promise.all(INBOX_HANDLERS.filter(({ atOnce }) => atOnce).map(apply))).flat()
  for (const handler of INBOX_HANDLERS.filter(({ atOnce }) => !atOnce)) {
    outcomes.push(...(await apply(handler)))
  }
  return { outcomes: [...outcomes, ...getEntries().map(ignored)], movedLevelIds, isOutboxDue }
}
