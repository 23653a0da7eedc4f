import type { MedusaContainer } from "@medusajs/framework/types"
import type { ClaimedInboxEntry } from "../../modules/pos/queries/inbox/claim-entries"
import { credentialsRemovedPayloadSchema } from "../../pos-api/contract"
import type { ConnectionRecord } from "../../modules/pos/connection-record"
import { loseCredentials } from "./lose-credentials"
import { type EntryOutcome, handleEach } from "../inbox/entry-outcome"

const EVENTS = ["ApplicationConnectionRemoved", "PersonalAssertionDeleted"]

/** The service has been seen to send either event with the other's type in the payload: both mean the same. */
export function isCredentialsRemoved(entry: ClaimedInboxEntry): boolean {
  const payload = credentialsRemovedPayloadSchema.safeParse(entry.payload)
  return EVENTS.includes(entry.event_name) || (payload.success && EVENTS.includes(payload.data.type ?? ""))
}

/**
 * The POS has removed credentials: the connection is disconnected, and its queues wait with all they have. Where the
 * credentials still work, others were entered in the place of those that were removed; then nothing is lost.
 */
export async function handleCredentialsRemoved(
  container: MedusaContainer,
  connection: ConnectionRecord,
  entries: ClaimedInboxEntry[]
): Promise<EntryOutcome[]> {
  return handleEach(
    entries.map((entry) => ({ entry })),
    async ({ entry }) =>
      loseCredentials(
        container,
        connection.id,
        (act) => `The service has removed the credentials (${entry.event_name}). ${act}`
      )
  )
}
