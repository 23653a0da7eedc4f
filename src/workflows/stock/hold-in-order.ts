import type { ILockingModule } from "@medusajs/framework/types"

/** Seconds after which a lock of a process that died is anybody's. It is renewed for as long as the work takes. */
const EXPIRE_SECONDS = 15

/**
 * Works while it holds all of the keys, which are taken one after another, in the same order by every process. Taken at
 * once, as a list, each of two processes may get a part of what both want, and both then wait in vain.
 * @param timeoutSeconds how long each key is waited for
 */
export async function holdInOrder<Result>(
  locking: Pick<ILockingModule, "execute">,
  keys: string[],
  work: () => Promise<Result>,
  timeoutSeconds: number
): Promise<Result> {
  const inOrder = [...new Set(keys)].sort()
  const holdFrom = async (index: number): Promise<Result> => {
    const key = inOrder[index]
    return key === undefined
      ? work()
      : locking.execute(key, async () => holdFrom(index + 1), { timeout: timeoutSeconds, expire: EXPIRE_SECONDS })
  }
  return holdFrom(0)
}
