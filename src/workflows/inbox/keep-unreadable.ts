import type { MedusaContainer } from "@medusajs/framework/types"
import { POS_MODULE } from "../../modules/pos"
import { insertDeadEntries } from "../../modules/pos/queries/inbox/store-entries"
import { MAX_KEPT_RECORD, type UnreadableItem } from "../../pos-api/client"

/** Names of records that no event tells of. */
export const READ_RECORDS = { accountTransaction: "AccountTransactionRead", stockRow: "StockRowRead" } as const

/**
 * As what a record of a list waits for a person: under the name of the event that would have told of it, so that it can
 * be tried again like any other entry. `field`: where the event's payload holds it; null: it is the payload.
 */
const KINDS = {
  purchase: { eventName: "PurchaseCreated", field: null },
  product: { eventName: "ProductUpdated", field: "newEntity" },
  "account-transaction": { eventName: READ_RECORDS.accountTransaction, field: "transaction" },
  "stock-row": { eventName: READ_RECORDS.stockRow, field: "row" },
} as const

export type UnreadableKind = keyof typeof KINDS

/**
 * Keeps records that a list held and nobody understood as dead entries of the inbox, each once however often the list is
 * read, so that the others can go on and a person finds these. Returns how many are new.
 * @param beside what else the payload says of where they were read
 */
export async function keepUnreadable(
  container: MedusaContainer,
  connectionId: string,
  unreadable: UnreadableItem[],
  { kind, beside = {} }: { kind: UnreadableKind; beside?: Record<string, string> }
): Promise<number> {
  if (unreadable.length === 0) {
    return 0
  }
  const { eventName, field } = KINDS[kind]
  const entries = unreadable.map(({ key, text, reason }) => {
    const record: unknown = text.length < MAX_KEPT_RECORD ? JSON.parse(text) : text
    return {
      // Not the key of a readable one: should it come to be read, it is new.
      natural_key: `unreadable:${kind}:${key}`,
      event_name: eventName,
      aggregate: `${kind}:${key}`,
      source: "poll" as const,
      payload: field === null ? record : { ...beside, [field]: record },
      message_timestamp: null,
      reason,
    }
  })
  const kept = await container
    .resolve(POS_MODULE)
    .query((sql, now) => insertDeadEntries(sql, { connectionId, now, entries }))
  return kept.length
}
