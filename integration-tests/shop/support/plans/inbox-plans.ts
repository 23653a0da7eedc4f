import {
  claimInboxEntries,
  lastSequence,
  replayInboxEntries,
  settleInboxEntries,
} from "../../../../src/runtime/inbox-claims"
import { insertDeadEntries, insertInboxEntries, insertSignedEntries } from "../../../../src/runtime/inbox-store"
import { lookAtQueue, nextAttempt } from "../../../../src/runtime/due-queues"
import { renewClaims } from "../../../../src/runtime/claims"
import { findVariantsWithMissedWebhooks } from "../../../../src/features/stock/outbox"
import type { PlannedOf } from "./planned"
import { DUE } from "./stage-rows"

const claim = { token: "plans", claimUntil: new Date(Date.now() + 60_000) }

/** The webhook endpoint, and the queue behind it. */
export const inboxPlans: PlannedOf = ({ connectionId, receipts, variants, now }) => {
  const variantUuids = variants.map(({ uuid }) => uuid)
  const arrived = receipts.map(({ uuid }) => ({
    natural_key: `again:${uuid}`,
    event_name: "PurchaseCreated",
    aggregate: `purchase:${uuid}`,
    source: "webhook" as const,
    payload: {},
    message_timestamp: null,
  }))
  const signed = arrived.map((entry, index) => ({
    ...entry,
    id: `posin_again${index}`,
    connection_id: connectionId,
    signed_digest: `digest${index}`,
    state: "pending" as const,
    reason: null,
    signing_key_sealed: null,
    previous_signing_key_sealed: null,
  }))
  const due = Array.from({ length: DUE }, (_none, index) => `posin_due${index + 1}`)
  return [
    { name: "endpoint", due: DUE, run: async (sql) => insertSignedEntries(sql, now, signed) },
    { name: "poll", due: DUE, run: async (sql) => insertInboxEntries(sql, connectionId, arrived) },
    {
      name: "unreadable",
      due: DUE,
      run: async (sql) =>
        insertDeadEntries(sql, { connectionId, now, entries: arrived.map((entry) => ({ ...entry, reason: "?" })) }),
    },
    {
      name: "claim",
      due: DUE,
      run: async (sql) => claimInboxEntries(sql, { ...claim, connectionId, now, limit: DUE }),
    },
    {
      name: "settle",
      due: DUE,
      run: async (sql) => {
        const claimed = await claimInboxEntries(sql, { ...claim, connectionId, now, limit: DUE })
        const results = claimed.map(({ id }) => ({ id, state: "done" as const }))
        await settleInboxEntries(sql, now, claim.token, results)
      },
    },
    {
      name: "renew",
      due: DUE,
      run: async (sql) => renewClaims(sql, { queue: "inbox", token: claim.token, ids: due }, claim.claimUntil),
    },
    { name: "due", due: DUE, run: async (sql) => lookAtQueue(sql, "inbox", connectionId, now) },
    { name: "last", due: 1, run: async (sql) => lastSequence(sql) },
    { name: "next attempt", due: DUE, run: async (sql) => nextAttempt(sql, "inbox", connectionId, now) },
    { name: "replay", due: DUE, run: async (sql) => replayInboxEntries(sql, connectionId, null) },
    { name: "replay of some", due: DUE, run: async (sql) => replayInboxEntries(sql, connectionId, due) },
    {
      name: "variants with missed webhooks",
      due: DUE,
      run: async (sql) => findVariantsWithMissedWebhooks(sql, connectionId, variantUuids),
    },
  ]
}
