import type { MedusaContainer } from "@medusajs/framework/types"
import { credentialsRemovedPayloadSchema } from "../../pos-api/contract"
import { POS_MODULE } from "../../modules/pos"
import type { ClaimedInboxEntry } from "../../modules/pos/queries/inbox"
import type { ConnectionRecord } from "../connection-record"
import { type EntryOutcome, handleEach } from "./entry-outcome"

const EVENTS = ["ApplicationConnectionRemoved", "PersonalAssertionDeleted"]

/** The service has been seen to send either event with the other's type in the payload: both mean the same. */
export function isCredentialsRemoved(entry: ClaimedInboxEntry): boolean {
  const payload = credentialsRemovedPayloadSchema.safeParse(entry.payload)
  return EVENTS.includes(entry.event_name) || (payload.success && EVENTS.includes(payload.data.type ?? ""))
}

/** The credentials are gone: the connection is marked disconnected, and its pumps wait with all they have. */
export async function handleCredentialsRemoved(
  container: MedusaContainer,
  connection: ConnectionRecord,
  entries: ClaimedInboxEntry[]
): Promise<EntryOutcome[]> {
  const pos = container.resolve(POS_MODULE)
  return handleEach(
    entries.map((entry) => ({ entry })),
    async ({ entry }) => {
      await pos.updatePosConnections({
        id: connection.id,
        state: "disconnected",
        state_reason: `The service has removed the credentials (${entry.event_name}). Connect again with a new API key.`,
      })
    }
  )
}
