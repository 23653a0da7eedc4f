import { setTimeout as sleep } from "node:timers/promises"
import { holdInOrder, LockLostError } from "../inventory-lock"

/** Locks as Medusa's Redis provider has them: each key of a list is tried for by itself, again and again. */
class SharedLocks {
  private readonly held = new Set<string>()
  readonly expires: (number | undefined)[] = []

  async execute<Result>(
    keys: string | string[],
    work: () => Promise<Result>,
    { timeout = 1, expire }: { timeout?: number; expire?: number } = {}
  ): Promise<Result> {
    const all = [keys].flat()
    this.expires.push(expire)
    const end = Date.now() + timeout * 1_000
    const mine = new Set<string>()
    try {
      while (mine.size < all.length) {
        const free = all.find((key) => !mine.has(key) && !this.held.has(key))
        if (free !== undefined) {
          this.held.add(free)
          mine.add(free)
        } else if (Date.now() > end) {
          throw new Error("Timed-out acquiring lock.")
        }
        await sleep(1)
      }
      return await work()
    } finally {
      mine.forEach((key) => this.held.delete(key))
    }
  }
}

const TIMEOUT_SECONDS = 60

describe("holdInOrder", () => {
  it("lets two processes that want the same things in another order both have them", async () => {
    const locks = new SharedLocks()
    const hands = new Set<string>()
    const work = (who: string) => async () => {
      hands.add(who)
      await sleep(5)
      const together = hands.size
      hands.delete(who)
      return together
    }
    const both = [
      holdInOrder(locks, ["iitem_a", "iitem_b"], work("one"), TIMEOUT_SECONDS),
      holdInOrder(locks, ["iitem_b", "iitem_a"], work("other"), TIMEOUT_SECONDS),
    ]
    expect(await Promise.all(both)).toEqual([1, 1])
  })

  it("holds each thing once, and for a process that dies no longer than its other claims", async () => {
    const locks = new SharedLocks()
    expect(await holdInOrder(locks, ["iitem_a", "iitem_a"], async () => "done", TIMEOUT_SECONDS)).toBe("done")
    expect(locks.expires).toEqual([15])
    expect(await holdInOrder(locks, [], async () => "nothing to hold", TIMEOUT_SECONDS)).toBe("nothing to hold")
  })

  it("[D02] takes a constant number of locks at once, however many keys there are", async () => {
    const locks = new SharedLocks()
    const keys = Array.from({ length: 500 }, (_, index) => `iitem_${index}`)
    await holdInOrder(locks, keys, async () => undefined, TIMEOUT_SECONDS)
    expect(locks.expires.length).toBeLessThanOrEqual(2)
  })

  it("[D02] works on, when the work before has failed, and while another holder's does", async () => {
    const locks = new SharedLocks()
    const fail = async () => {
      throw new Error("broken")
    }
    const works = Array.from({ length: 8 }, async (_, index) =>
      holdInOrder(locks, ["iitem_a", "iitem_b"], index % 2 === 0 ? fail : async () => index, TIMEOUT_SECONDS)
    )
    const ends = await Promise.allSettled(works)
    expect(ends.map(({ status }) => status)).toEqual(
      ends.map((_, index) => (index % 2 === 0 ? "rejected" : "fulfilled"))
    )
  })

  it("[D64] commits nothing once its lock has been lost", async () => {
    const lock = new AbortController()
    const locks = {
      execute: async <Result>(_keys: string | string[], work: (signal?: AbortSignal) => Promise<Result>) =>
        work(lock.signal),
    }
    const committed: string[] = []
    const transact = async (assertHeld: () => void) => {
      lock.abort(new Error("Lost the lock"))
      assertHeld()
      committed.push("the level")
    }
    await expect(holdInOrder(locks, ["iitem_a"], transact, TIMEOUT_SECONDS)).rejects.toThrow(LockLostError)
    expect(committed).toEqual([])
  })

  it("[D64] commits under a lock that does not report its loss", async () => {
    const work = async (assertHeld: () => void) => {
      assertHeld()
      return "committed"
    }
    expect(await holdInOrder(new SharedLocks(), ["iitem_a"], work, TIMEOUT_SECONDS)).toBe("committed")
  })
})
