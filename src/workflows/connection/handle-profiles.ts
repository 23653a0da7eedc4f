import type { MedusaContainer } from "@medusajs/framework/types"
import { organizationSchema, parseTimestamp } from "../../pos-api/contract"
import { POS_MODULE } from "../../modules/pos"
import type { ClaimedInboxEntry } from "../../modules/pos/queries/inbox/claim-entries"
import { applyProfile } from "./apply-profile"
import type { ConnectionRecord } from "../../modules/pos/connection-record"
import { type EntryOutcome, handleEach, parsePayload } from "../inbox/entry-outcome"

export const isProfile = (entry: ClaimedInboxEntry) => entry.event_name === "OrganizationUpdated"

const OTHER = "It tells of another organisation"
const OLDER = "An older profile than the one that is known"

/** OrganizationUpdated: the connection's profile follows, in the order in which the service told of it. */
export async function handleProfiles(
  container: MedusaContainer,
  connection: ConnectionRecord,
  entries: ClaimedInboxEntry[]
): Promise<EntryOutcome[]> {
  const pos = container.resolve(POS_MODULE)
  const outcomes: EntryOutcome[] = []
  for (const entry of entries) {
    const { payload, outcome } = parsePayload(organizationSchema, entry)
    if (payload === null) {
      outcomes.push(...(outcome ? [outcome] : []))
      continue
    }
    if (payload.uuid !== connection.organization_uuid) {
      outcomes.push({ id: entry.id, kind: "ignored", reason: OTHER })
      continue
    }
    const at = parseTimestamp(entry.message_timestamp) ?? (await pos.now())
    let isNew = true
    const [handled] = await handleEach([{ entry }], async () => {
      isNew = await applyProfile(container, await pos.findConnection(connection.id), { profile: payload, at })
    })
    outcomes.push(...(isNew ? (handled ? [handled] : []) : [{ id: entry.id, kind: "ignored" as const, reason: OLDER }]))
  }
  return outcomes
}
