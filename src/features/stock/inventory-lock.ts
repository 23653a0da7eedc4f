import type { ILockingModule, MedusaContainer } from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"
import { findInventoryItems } from "../../medusa/stock"
import { POS_MODULE } from "../../modules/pos"
import type { Sql } from "../../modules/pos/database/sql"

/** Seconds to wait for a lock that core or another worker holds while it adjusts the same item. */
const LOCK_TIMEOUT_SECONDS = 10

/**
 * Runs `work` in a transaction while it holds the locks on the inventory items of linked variants. Core adjusts by
 * read, add and write under a lock named by the item; the same key keeps both from losing a change. The transaction is
 * rolled back if a lock was lost meanwhile. `work` may wait for nothing but the database.
 */
export async function holdingInventory<Result>(
  container: MedusaContainer,
  connectionId: string,
  variantUuids: string[],
  work: (sql: Sql) => Promise<Result>,
  timeoutSeconds = LOCK_TIMEOUT_SECONDS
): Promise<Result> {
  const pos = container.resolve(POS_MODULE)
  const inventoryItemIds = await pos.query((sql) => findInventoryItems(sql, connectionId, variantUuids))
  const transact = async (assertHeld: AssertHeld) =>
    pos.transaction(async (sql) => {
      const result = await work(sql)
      assertHeld()
      return result
    })
  return holdInOrder(container.resolve(Modules.LOCKING), inventoryItemIds, transact, timeoutSeconds)
}

/** Seconds after which the lock of a dead process expires. It is renewed while `work` runs. */
const EXPIRE_SECONDS = 15

/** Lock that is held while a holder takes several keys, so that two holders cannot deadlock with a part each. */
const TAKING_SEVERAL = "pos:taking-several-locks"

/**
 * Maximum number of concurrent holders in one process. Medusa's PostgreSQL provider keeps a transaction, and so a pool
 * connection, open for each lock that is held or waited for. The work needs another connection.
 */
const HOLDERS_AT_ONCE = 2

/** A lock was lost while the work ran. Nothing of it may be committed. The work itself is not at fault. */
export class LockLostError extends Error {
  constructor(keys: string[], cause: unknown) {
    super(`Lost the lock for key(s) "${keys.join('", "')}" while the work was under way. It is done again later.`, {
      cause,
    })
    this.name = "LockLostError"
  }
}

type Locking = Pick<ILockingModule, "execute">

/** Call right before the commit. @throws LockLostError when a lock of the work has been lost */
type AssertHeld = () => void

type Work<Result> = (assertHeld: AssertHeld) => Promise<Result>

const waiting: (() => void)[] = []
let working = 0

/**
 * Runs `work` once fewer than {@link HOLDERS_AT_ONCE} of this process run, first come, first served, without a
 * connection.
 */
async function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  if (working >= HOLDERS_AT_ONCE) {
    await new Promise<void>((resolve) => waiting.push(resolve))
  } else {
    working += 1
  }
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    if (next) {
      next()
    } else {
      working -= 1
    }
  }
}

/**
 * Runs `work` while it holds all of the keys, taken in the order in which core takes them. They are taken as one list,
 * which needs one connection for any number of keys. With providers that try all keys of a list at once, two holders
 * could each get a part: there the keys are taken one after another.
 * @param timeoutSeconds how long to wait for the keys
 */
export async function holdInOrder<Result>(
  locking: Locking,
  keys: string[],
  work: Work<Result>,
  timeoutSeconds: number
): Promise<Result> {
  const inOrder = [...new Set(keys)].sort()
  const options = { timeout: timeoutSeconds, expire: EXPIRE_SECONDS }
  const hold = async (onHeld: () => void) =>
    locking.execute(
      inOrder,
      async (signal?: AbortSignal) => {
        onHeld()
        return work(() => {
          if (signal?.aborted) {
            throw new LockLostError(inOrder, signal.reason)
          }
        })
      },
      options
    )
  if (inOrder.length === 0) {
    return work(() => undefined)
  }
  return inTurn(async () => {
    if (inOrder.length === 1) {
      return hold(() => undefined)
    }
    const endTaking = await beginTaking(locking, options)
    try {
      return await hold(endTaking)
    } finally {
      endTaking()
    }
  })
}

/** Waits until no other holder is taking several keys. @returns a function that lets the next holder begin */
async function beginTaking(locking: Locking, options: { timeout: number; expire: number }): Promise<() => void> {
  return new Promise((resolve, reject) => {
    locking
      .execute(TAKING_SEVERAL, async () => new Promise<void>((end) => resolve(end)), options)
      // Once the keys are being taken, losing this lock costs at most a wait for one of them.
      .catch(reject)
  })
}
