import type { MedusaContainer } from "@medusajs/framework/types"
import { POS_MODULE } from "../../modules/pos"
import type { ClaimedInboxEntry } from "../../modules/pos/queries/inbox/claim-entries"
import { associatedData } from "../../modules/pos/associated-data"
import { CredentialsRevokedError, PosUnauthorizedError } from "../../pos-api/client"
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
 * The credentials are gone: the connection is disconnected and told of, and its pumps wait with all they have. A key that
 * still opens the door was entered in the place of the one that was deleted; then nothing is lost.
 */
export async function handleCredentialsRemoved(
  container: MedusaContainer,
  connection: ConnectionRecord,
  entries: ClaimedInboxEntry[]
): Promise<EntryOutcome[]> {
  return handleEach(
    entries.map((entry) => ({ entry })),
    async ({ entry }) => {
      if (!(await stillWorks(container, connection.id))) {
        await loseCredentials(
          container,
          connection.id,
          `The service has removed the credentials (${entry.event_name}). Enter a new API key.`
        )
      }
    }
  )
}

/** Asks with a new access token, since one that was given out before may outlive its key. */
async function stillWorks(container: MedusaContainer, connectionId: string): Promise<boolean> {
  const pos = container.resolve(POS_MODULE)
  const { api_key_sealed: sealed } = await pos.findConnection(connectionId)
  if (sealed === null) {
    return false
  }
  try {
    await (await pos.clientForKey(await pos.open(associatedData.apiKey(connectionId), sealed))).users.self()
    return true
  } catch (error) {
    if (error instanceof PosUnauthorizedError || error instanceof CredentialsRevokedError) {
      return false
    }
    throw error
  }
}
