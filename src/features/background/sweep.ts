import type { MedusaContainer } from "@medusajs/framework/types"
import { POS_MODULE } from "../../modules/pos"
import { findForgottenRefunds } from "../refunds"
import { withLease } from "../../runtime/claims"
import { findDueWork, eachConnection } from "../../runtime/due-work"
import { insertInboxEntries } from "../../runtime/inbox-store"
import { auditProducts, drainOutbox, readAuditBasis } from "../catalog"
import { findAuditTurns, findDueOutboxes } from "../../runtime/due-queues"
import { drainInbox } from "../../runtime/inbox"
import { drainStoreWrites } from "../../runtime/store-write-drain"
import { runInBackground } from "../../runtime/workers"
import { publishOrderEvents } from "../sales"
import type { DueConnection, DueLook } from "./due-look"

/** Drains the queues of the connections that have due rows, and those of the store. */
export async function drainDue(container: MedusaContainer, due: DueLook): Promise<void> {
  if (due.hasOrderEvents) {
    runInBackground(container, "publishing order events", publishOrderEvents(container))
  }
  if (due.hasStoreWrites) {
    runInBackground(container, "writing to the store by Medusa's services", drainStoreWrites(container))
  }
  const byId = new Map(due.connections.filter(hasDueQueue).map((connection) => [connection.id, connection]))
  await eachConnection(container, "the sweep", async ({ id }) => drainThose(container, byId.get(id)), [...byId.keys()])
}

/** Returns whether a connection has due rows in a queue that the sweep drains. */
export const hasDueQueue = ({ refunds, inbox, outbox }: DueConnection): boolean => refunds || inbox || outbox

async function drainThose(container: MedusaContainer, queues: DueConnection | undefined): Promise<void> {
  if (queues?.refunds) {
    await sweepRefunds(container, queues.id)
  }
  const isInboxDue = queues?.inbox || queues?.refunds
  await Promise.all([
    isInboxDue ? drainInbox(container, queues.id) : undefined,
    queues?.outbox ? drainOutbox(container, queues.id) : undefined,
  ])
}

/** Drains the outboxes of all connections that have due rows. */
export async function drainDueOutboxes(container: MedusaContainer): Promise<void> {
  const due = await findDueWork(container, findDueOutboxes)
  await eachConnection(container, "pushing what changed", async ({ id }) => drainOutbox(container, id), due)
}

/**
 * Puts refunds that still wait for their sale into the inbox again, once. There the refund is matched with its sale,
 * the sale is fetched, or the refund becomes a record of its own.
 */
async function sweepRefunds(container: MedusaContainer, connectionId: string): Promise<void> {
  const pos = container.resolve(POS_MODULE)
  const forgotten = await pos.query((sql, now) => findForgottenRefunds(sql, connectionId, now))
  if (forgotten.length === 0) {
    return
  }
  const entries = forgotten.map(({ purchase_uuid, payload }) => ({
    natural_key: `pending-refund:${purchase_uuid}`,
    event_name: "PurchaseCreated",
    aggregate: `purchase:${purchase_uuid}`,
    source: "poll" as const,
    payload,
    message_timestamp: null,
  }))
  await pos.query((sql) => insertInboxEntries(sql, connectionId, entries))
}

/**
 * Maximum number of products whose content one run checks, over all connections: at most some seconds of a worker each
 * minute.
 */
export const PRODUCTS_IN_ROUND = 10_000

/** The cost of checking a connection without products, as a number of products. */
export const LEAST_OF_TURN = 100

/**
 * Checks products by content, one connection after another, the least recently checked first. With many connections,
 * each is checked every few minutes. No query can find out beforehand which connection has changes: this check finds those
 * that left no trace.
 * @returns whether the next check would find nothing as long as no row of the database changes
 */
export async function auditInTurns(container: MedusaContainer): Promise<boolean> {
  const limit = PRODUCTS_IN_ROUND / LEAST_OF_TURN
  const turns = await container.resolve(POS_MODULE).query((sql) => findAuditTurns(sql, limit))
  const catalogVersion = turns.length > 0 ? await readAuditBasis(container) : null
  let left = PRODUCTS_IN_ROUND
  let stable = 0
  await eachConnection(
    container,
    "checking contents",
    async (connection) => {
      if (left <= 0) {
        return
      }
      left -= LEAST_OF_TURN
      const audited = await withLease(container, `audit:${connection.id}`, async () =>
        auditProducts(container, connection, catalogVersion)
      )
      left -= Math.max(0, (audited?.checked ?? 0) - LEAST_OF_TURN)
      stable += Number(audited?.isStable ?? false)
      if (audited?.isDue) {
        await drainOutbox(container, connection.id)
      }
    },
    turns
  )
  return turns.length < limit && stable === turns.length
}
