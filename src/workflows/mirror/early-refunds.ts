import type { MedusaContainer } from "@medusajs/framework/types"
import { PosNotFoundError } from "../../pos-api/client"
import type { Purchase } from "../../pos-api/contract"
import { POS_MODULE } from "../../modules/pos"
import type { ClaimedInboxEntry } from "../../modules/pos/queries/inbox/claim-entries"
import { soldAt } from "../../translate/receipt"
import { isRefund } from "../../translate/refund"
import { mayCall, recordServiceError } from "../connection/circuit-breaker"
import type { ConnectionRecord } from "../../modules/pos/connection-record"
import type { EntryOutcome } from "../inbox/entry-outcome"

/** Notifications may come out of order; after this many attempts the sale is asked for. */
const ATTEMPTS_TO_WAIT = 2

type RefundEntry = { entry: ClaimedInboxEntry; payload: Purchase }
type PendingRefund = { id: string; purchase_uuid: string; refunds_purchase_uuid: string | null }

/**
 * A refund that came before its sale waits for it, and then fetches it from the service. One whose sale the shop does
 * not mirror (it is older than the connection, or gone) is kept as a record of its own.
 * @param write puts purchases into the shop; a sale takes the refunds that wait for it along
 */
export async function settleEarlyRefunds(
  container: MedusaContainer,
  connection: ConnectionRecord,
  input: { entries: RefundEntry[]; outcomes: EntryOutcome[]; write: (purchases: Purchase[]) => Promise<void> }
): Promise<EntryOutcome[]> {
  const refunds = input.entries.filter(({ payload }) => isRefund(payload))
  if (refunds.length === 0) {
    return input.outcomes
  }
  const pos = container.resolve(POS_MODULE)
  const pending = await pos.listPosReceipts(
    {
      connection_id: connection.id,
      state: "pending",
      purchase_uuid: refunds.map(({ payload }) => payload.purchaseUUID1),
    },
    { take: null }
  )
  const waiting = new Map(pending.map((receipt) => [receipt.purchase_uuid, receipt]))
  const byId = new Map(input.entries.map((item) => [item.entry.id, item]))
  const settled: EntryOutcome[] = []
  for (const outcome of input.outcomes) {
    const item = byId.get(outcome.id)
    const refund = item && waiting.get(item.payload.purchaseUUID1)
    settled.push(
      item && refund && outcome.kind === "done"
        ? await settleEarlyRefund(container, connection, { ...item, refund, write: input.write })
        : outcome
    )
  }
  return settled
}

async function settleEarlyRefund(
  container: MedusaContainer,
  connection: ConnectionRecord,
  { entry, refund, write }: RefundEntry & { refund: PendingRefund; write: (purchases: Purchase[]) => Promise<void> }
): Promise<EntryOutcome> {
  const { id, attempts } = entry
  const saleUuid = refund.refunds_purchase_uuid
  if (saleUuid !== null && attempts <= ATTEMPTS_TO_WAIT) {
    return { id, kind: "failed", reason: `Waits for the sale ${saleUuid} that it refunds`, attempts }
  }
  const resting = saleUuid === null ? null : await restOf(container, connection.id)
  if (resting) {
    return { id, kind: "waiting", ...resting }
  }
  try {
    const reason = saleUuid === null ? "It names no sale" : await fetchSale(container, connection, saleUuid, write)
    await recordPending(container, refund.id, reason ?? `The sale ${saleUuid} that it refunds has no order`)
    return { id, kind: "done" }
  } catch (error) {
    const reason = await recordServiceError(container, connection.id, error)
    const until = (await restOf(container, connection.id))?.until
    return until ? { id, kind: "waiting", reason, until } : { id, kind: "failed", reason, attempts, error }
  }
}

/** Until when the service is not asked, and why; null while it may be. A rest is no attempt of what has to wait for it. */
async function restOf(
  container: MedusaContainer,
  connectionId: string
): Promise<{ reason: string; until: Date } | null> {
  const pos = container.resolve(POS_MODULE)
  const [connection, now] = await Promise.all([pos.findConnection(connectionId), pos.now()])
  return mayCall(connection, now)
    ? null
    : { reason: "The service is not asked for now: it did not answer", until: connection.circuit_open_until ?? now }
}

/** Keeps a refund as a record of its own; one that has found its order meanwhile stays on it. */
async function recordPending(container: MedusaContainer, id: string, reason: string): Promise<void> {
  const pos = container.resolve(POS_MODULE)
  await pos.updatePosReceipts({ selector: { id, state: "pending" }, data: { state: "recorded", state_reason: reason } })
}

/** Mirrors the sale, and with it the refund. @returns why that cannot be, or null */
async function fetchSale(
  container: MedusaContainer,
  connection: ConnectionRecord,
  saleUuid: string,
  write: (purchases: Purchase[]) => Promise<void>
): Promise<string | null> {
  const client = await container.resolve(POS_MODULE).clientOf(connection.id)
  try {
    const sale = await client.purchases.get(saleUuid)
    if (soldAt(sale) < (connection.receipts_since ?? connection.created_at)) {
      return `The sale ${saleUuid} that it refunds is older than the connection`
    }
    await write([sale])
    return null
  } catch (error) {
    if (error instanceof PosNotFoundError) {
      return `The service does not know the sale ${saleUuid} that it refunds`
    }
    throw error
  }
}
