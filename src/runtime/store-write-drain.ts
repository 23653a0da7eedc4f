import { randomUUID } from "node:crypto"
import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import type { StoreWriteKind } from "../contract/processing"
import { POS_MODULE } from "../modules/pos"
import type { Sql } from "../modules/pos/database/sql"
import { createClaim } from "../modules/pos/queue-policies"
import { claimHandle, withHeartbeat } from "./claims"
import { getErrorMessage } from "./errors"
import { drainQueue } from "./queue"
import { nextAttemptAt } from "./retry"
import {
  claimStoreWrites,
  deleteStoreWrites,
  nextStoreWriteAt,
  postponeStoreWrites,
  type StoreWrite,
} from "./store-writes"

/** How one kind of write is performed by Medusa's services. */
export type StoreWriteHandler = {
  /**
   * Performs writes, each of another subject. A write may have been performed before, when a process died before it
   * deleted the row: the handler checks what exists by ids that were chosen before. An error fails all of them; they
   * are then performed one by one.
   * @returns what to write to our own tables in the transaction that deletes the rows
   */
  perform: (container: MedusaContainer, writes: StoreWrite[]) => Promise<(sql: Sql) => Promise<void>>
  /** starts what follows once the rows are deleted */
  onPerformed?: (container: MedusaContainer) => void
}

const registered = new Map<StoreWriteKind, StoreWriteHandler>()

/** Registers the handler of a kind of writes. Writes of a kind without a handler in this process wait for another. */
export function registerStoreWriteHandler(kind: StoreWriteKind, handler: StoreWriteHandler): void {
  registered.set(kind, handler)
}

/** Number of writes that are performed together; services create many orders faster in one call than one by one. */
const AT_ONCE = 50

/**
 * Performs the writes that wait for Medusa's services, until none is due. A write that fails is retried with
 * exponential backoff; it blocks only later writes of its subject.
 */
export async function drainStoreWrites(container: MedusaContainer): Promise<void> {
  const pos = container.resolve(POS_MODULE)
  await drainQueue(container, {
    queue: "storeWrites",
    // Performing a write needs none of the statements that a changed table breaks.
    area: null,
    drain: async () => {
      while ((await performBatch(container)) > 0) {
        // The next batch has the next write of each subject.
      }
      return pos.query((sql, now) => nextStoreWriteAt(sql, now, [...registered.keys()]))
    },
    wake: async () => drainStoreWrites(container),
  })
}

/** @returns number of claimed writes */
async function performBatch(container: MedusaContainer): Promise<number> {
  const pos = container.resolve(POS_MODULE)
  const token = randomUUID()
  const writes = await pos.query((sql, now) =>
    claimStoreWrites(sql, { ...createClaim("storeWrites", token, now), kinds: [...registered.keys()], limit: AT_ONCE })
  )
  if (writes.length > 0) {
    const ids = writes.map(({ id }) => id)
    const held = claimHandle({ queue: "storeWrites", token, ids }, "a batch of writes to the store")
    await withHeartbeat(container, held, async () => {
      for (const [kind, handler] of registered) {
        const alike = writes.filter((write) => write.kind === kind)
        if (alike.length > 0) {
          await performAlike(container, handler, { writes: alike, token })
        }
      }
    })
  }
  return writes.length
}

/** Writes of one kind that this process has claimed. */
type Claimed = { writes: StoreWrite[]; token: string }

/** Performs writes together, and one by one when that fails. */
async function performAlike(
  container: MedusaContainer,
  handler: StoreWriteHandler,
  { writes, token }: Claimed
): Promise<void> {
  try {
    await perform(container, handler, { writes, token })
  } catch (error) {
    const [write, second] = writes
    if (write && !second) {
      await postpone(container, write, { error, token })
      return
    }
    for (const single of writes) {
      await performAlike(container, handler, { writes: [single], token })
    }
  }
}

async function perform(
  container: MedusaContainer,
  handler: StoreWriteHandler,
  { writes, token }: Claimed
): Promise<void> {
  const settle = await handler.perform(container, writes)
  const ids = writes.map(({ id }) => id)
  await container.resolve(POS_MODULE).transaction(async (sql) => {
    const deleted = await deleteStoreWrites(sql, ids, token)
    // Otherwise another process has taken writes over, and settles them.
    if (deleted.length === ids.length) {
      await settle(sql)
    }
  })
  handler.onPerformed?.(container)
}

async function postpone(
  container: MedusaContainer,
  { id, kind, key, attempts }: StoreWrite,
  { error, token }: { error: unknown; token: string }
): Promise<void> {
  const reason = getErrorMessage(error)
  container
    .resolve(ContainerRegistrationKeys.LOGGER)
    .warn(`pos: the ${kind} ${key} could not be written by Medusa's services, and is tried again: ${reason}`)
  await container.resolve(POS_MODULE).query((sql, now) => {
    const next_attempt_at = nextAttemptAt("storeWrites", now, attempts)
    return postponeStoreWrites(sql, [{ id, reason, next_attempt_at }], token)
  })
}
