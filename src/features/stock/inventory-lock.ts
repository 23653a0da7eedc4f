import type { ILockingModule, MedusaContainer } from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"
import { POS_MODULE } from "../../modules/pos"
import type { Sql } from "../../modules/pos/database/sql"
import {
  isStockByServices,
  openStockAccess,
  readInventoryItems,
  SQL_ACCESS,
  type StockAccess,
} from "../../runtime/stock-access"
import { drainStoreWrites } from "../../runtime/store-write-drain"
import { runInBackground } from "../../runtime/workers"

/** Seconds to wait for a lock that core or another worker holds while it adjusts the same item. */
export const LOCK_TIMEOUT_SECONDS = 10

/** Work in a transaction that reads or moves the store's stock. It may wait for nothing but the database. */
type StockWork<Result> = (sql: Sql, stock: StockAccess) => Promise<Result>

/**
 * Runs `work` in a transaction while it holds the locks on the inventory items of linked variants. Core adjusts by
 * read, add and write under a lock named by the item; the same key keeps both from losing a change. The transaction is
 * rolled back if a lock was lost meanwhile. Where Medusa's services read and write the stock, the levels are read before
 * the transaction, and the writes that it has stored are performed after it.
 */
export async function holdingInventory<Result>(
  container: MedusaContainer,
  connectionId: string,
  variantUuids: string[],
  work: StockWork<Result>,
  timeoutSeconds = LOCK_TIMEOUT_SECONDS
): Promise<Result> {
  const pos = container.resolve(POS_MODULE)
  const inventoryItemIds = await readInventoryItems(container, connectionId, variantUuids)
  const transact = async (assertHeld: AssertHeld) => {
    const stock = await openStockAccess(container, connectionId, variantUuids)
    const done = await pos.transaction(async (sql) => {
      const result = await work(sql, stock)
      assertHeld()
      return result
    })
    if (stock !== SQL_ACCESS) {
      runInBackground(container, "moving stock by Medusa's services", drainStoreWrites(container))
    }
    return done
  }
  return holdInOrder(container.resolve(Modules.LOCKING), inventoryItemIds, transact, timeoutSeconds)
}

/**
 * Runs `work` in a transaction that reads the store's stock of variants and does not move it. By SQL one query reads
 * the levels, which needs no lock.
 */
export async function readingInventory<Result>(
  container: MedusaContainer,
  connectionId: string,
  variantLinkIds: string[],
  work: StockWork<Result>
): Promise<Result> {
  const pos = container.resolve(POS_MODULE)
  if (!(await isStockByServices(container))) {
    return pos.transaction(async (sql) => work(sql, SQL_ACCESS))
  }
  const links = await pos.listPosVariantLinks({ id: variantLinkIds }, { take: null, select: ["variant_uuid"] })
  const variantUuids = links.map(({ variant_uuid }) => variant_uuid)
  return holdingInventory(container, connectionId, variantUuids, work)
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
