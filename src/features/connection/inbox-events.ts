import type { MedusaContainer } from "@medusajs/framework/types"
import { POS_MODULE } from "../../modules/pos"
import type { ConnectionRecord } from "../../modules/pos/connection-record"
import { credentialsRemovedPayloadSchema, organizationSchema, parseTimestamp } from "../../pos-api/contract"
import { loseCredentials } from "../../runtime/circuit-breaker"
import type { ClaimedInboxEntry } from "../../runtime/inbox-claims"
import type { InboxHandler } from "../../runtime/inbox-handlers"
import { type EntryOutcome, handleEach, parsePayload } from "../../runtime/inbox-processing"
import { OF_OTHER_ORGANIZATION, OTHER_ORGANIZATION } from "../../runtime/signed-entry"
import { applyProfile } from "./profile"

const isProfile = (entry: ClaimedInboxEntry) => entry.event_name === "OrganizationUpdated"

const OLDER = "An older profile than the one that is known"

/** Handles OrganizationUpdated: applies the profiles in the order in which the POS sent them. */
async function handleProfiles(
  container: MedusaContainer,
  connection: ConnectionRecord,
  entries: ClaimedInboxEntry[]
): Promise<EntryOutcome[]> {
  const pos = container.resolve(POS_MODULE)
  const outcomes: EntryOutcome[] = []
  for (const entry of entries) {
    const { payload, outcome } = parsePayload(organizationSchema, entry)
    if (payload === null) {
      if (outcome) {
        outcomes.push(outcome)
      }
      continue
    }
    if (payload.uuid !== connection.organization_uuid) {
      outcomes.push({ id: entry.id, kind: "ignored", reason: OF_OTHER_ORGANIZATION })
      continue
    }
    const at = parseTimestamp(entry.message_timestamp) ?? (await pos.now())
    let isNew = true
    const [handled] = await handleEach([{ entry }], async () => {
      isNew = await applyProfile(container, await pos.findConnection(connection.id), { profile: payload, at })
    })
    if (!isNew) {
      outcomes.push({ id: entry.id, kind: "ignored", reason: OLDER })
    } else if (handled) {
      outcomes.push(handled)
    }
  }
  return outcomes
}

const EVENTS = ["ApplicationConnectionRemoved", "PersonalAssertionDeleted"]

/**
 * Returns whether an entry reports removed credentials. The POS sends either event with the other's type in the
 * payload; both mean the same.
 */
function isCredentialsRemoved(entry: ClaimedInboxEntry): boolean {
  const payload = credentialsRemovedPayloadSchema.safeParse(entry.payload)
  return EVENTS.includes(entry.event_name) || (payload.success && EVENTS.includes(payload.data.type ?? ""))
}

/**
 * Handles removed credentials: the connection is disconnected, and its queues wait. If the stored credentials still
 * work, they replaced the removed ones, and nothing changes.
 */
async function handleCredentialsRemoved(
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
        (act) => `The POS has removed the credentials (${entry.event_name}). ${act}`
      )
  )
}

const isOfOtherOrganization = (entry: ClaimedInboxEntry) => entry.event_name === OTHER_ORGANIZATION

/** Keeps a notification of another organization without effect, also when a person tries it again. */
async function handleOtherOrganizations(
  _container: MedusaContainer,
  _connection: ConnectionRecord,
  entries: ClaimedInboxEntry[]
): Promise<EntryOutcome[]> {
  return entries.map(({ id }) => ({ id, kind: "ignored", reason: OF_OTHER_ORGANIZATION }))
}

/** Handlers of the events about the organization and its credentials, in the order in which they run. */
export const CONNECTION_HANDLERS: readonly InboxHandler[] = [
  { accepts: isOfOtherOrganization, handle: handleOtherOrganizations },
  { accepts: isProfile, handle: handleProfiles, wakesOutbox: true },
  { accepts: isCredentialsRemoved, handle: handleCredentialsRemoved },
]
