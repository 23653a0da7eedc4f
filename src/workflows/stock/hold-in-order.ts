import type { ILockingModule } from "@medusajs/framework/types"

/** Seconds after which a lock of a process that died is anybody's. It is renewed for as long as the work takes. */
const EXPIRE_SECONDS = 15

/** Held while a holder takes several keys, so that no two holders each get a part of what both want. */
const TAKING_SEVERAL = "pos:taking-several-locks"

/**
 * So many holders of one process work at once. Medusa's PostgreSQL provider keeps a transaction, and so a connection of
 * the pool, open for each lock that is held or waited for, and the work needs another.
 */
const HOLDERS_AT_ONCE = 2

/** The lock was lost while the work was under way: nothing of it may be committed. It is no fault of the work. */
export class LockLostError extends Error {
  constructor(keys: string[], cause: unknown) {
    super(`Lost the lock for key(s) "${keys.join('", "')}" while the work was under way. It is done again later.`, {
      cause,
    })
    this.name = "LockLostError"
  }
}

type Locking = Pick<ILockingModule, "execute">

/** @throws LockLostError when a lock of the work has been lost; to be called right before it commits */
export type AssertHeld = () => void

type Work<Result> = (assertHeld: AssertHeld) => Promise<Result>

const waiting: (() => void)[] = []
let working = 0

/** Works once fewer than {@link HOLDERS_AT_ONCE} of this process do, in the order of asking; waiting takes no connection. */
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
 * Works while it holds all of the keys, in the order in which core takes them. They are taken as one list, which takes one
 * connection however many they are. Providers that try for all keys of a list at once would give each of two holders a
 * part: they take several keys one after another.
 * @param timeoutSeconds how long the keys are waited for
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

/** Waits until nobody else is taking several keys. @returns ends the taking, so that the next holder may begin theirs */
async function beginTaking(locking: Locking, options: { timeout: number; expire: number }): Promise<() => void> {
  return new Promise((resolve, reject) => {
    locking
      .execute(TAKING_SEVERAL, async () => new Promise<void>((end) => resolve(end)), options)
      // After the taking has begun, losing this lock costs at most a wait for one of the keys.
      .catch(reject)
  })
}
