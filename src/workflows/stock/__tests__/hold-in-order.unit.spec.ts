import { setTimeout as sleep } from "node:timers/promises"
import { holdInOrder } from "../hold-in-order"

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

const TIMEOUT_SECONDS = 1

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
})
