import type { EventName } from "../../pos-api/contract"
import type { ClaimedInboxEntry } from "../../runtime/inbox-claims"
import type { InboxHandler } from "../../runtime/inbox-handlers"
import { importProducts, isOfProduct } from "../catalog"
import { CONNECTION_HANDLERS } from "../connection"
import { importPurchases } from "../sales"
import { handleTracking, importBalances, isTracking } from "../stock"
import { isReadRecord, isUnreadable, readRecordsAgain, readSignedAgain } from "./reread-entries"

const isNamed = (name: EventName) => (entry: ClaimedInboxEntry) => entry.event_name === name

/** All handlers of inbox entries, by what they handle. An entry that none accepts is ignored. */
export const INBOX_HANDLERS: readonly InboxHandler[] = [
  // A sale and its stock movement are received together; neither waits for the other.
  {
    accepts: isNamed("InventoryBalanceChanged"),
    handle: importBalances,
    atOnce: true,
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
  { accepts: isTracking, handle: handleTracking, wakesOutbox: true },
  ...CONNECTION_HANDLERS,
  { accepts: isReadRecord, handle: readRecordsAgain },
  { accepts: isUnreadable, handle: readSignedAgain },
]
