import { BULK_PATIENCE_MS, type CallBudget, type Lane, LONGEST_WAIT_MS, NoTurnError, Turnstile } from "../call-budget"

/** A budget of one call a second that keeps to a clock which only moves when somebody waits. */
class OneASecond implements CallBudget {
  now = 0
  freeAt = 0
  /** when the clock began, in the register's year */
  readonly began = Date.UTC(2026, 10, 21)
  readonly asked: Lane[] = []
  readonly askedAt: number[] = []

  async reserve(lane: Lane, withinMs: number) {
    this.asked.push(lane)
    this.askedAt.push(this.now)
    const waitMs = Math.max(0, this.freeAt - this.now)
    const reserved = lane === "urgent" ? waitMs <= withinMs : waitMs === 0
    if (reserved) {
      this.freeAt = this.now + waitMs + 1_000
    }
    return { reserved, waitMs }
  }

  async empty(ms: number | null) {
    this.freeAt = Math.max(this.freeAt, this.now + (ms ?? 1_000))
  }

  turnstile() {
    return new Turnstile(this, {
      clock: { now: () => new Date(this.began + this.now) },
      sleep: async (ms, signal) => {
        signal?.throwIfAborted()
        this.now += ms
      },
    })
  }
}

describe("a call waits for its turn", () => {
  it("goes at once when one is free, and else when the next comes", async () => {
    const budget = new OneASecond()
    const turnstile = budget.turnstile()
    await turnstile.pass("urgent")
    expect(budget.now).toBe(0)
    await turnstile.pass("urgent")
    expect(budget.now).toBe(1_000)
  })

  it("bulk calls go in the order in which they came, each when one is free", async () => {
    const budget = new OneASecond()
    const turnstile = budget.turnstile()
    const passed: [number, number][] = []
    await Promise.all(
      [1, 2, 3].map(async (number) => {
        await turnstile.pass("bulk")
        passed.push([number, budget.now])
      })
    )
    expect(passed).toEqual([
      [1, 0],
      [2, 1_000],
      [3, 2_000],
    ])
  })

  it("an urgent call does not stand in the queue of the bulk ones", async () => {
    const budget = new OneASecond()
    const turnstile = budget.turnstile()
    const passed: string[] = []
    const bulk = [1, 2, 3].map(async (number) => {
      await turnstile.pass("bulk")
      passed.push(`bulk ${number}`)
    })
    await turnstile.pass("urgent").then(() => passed.push("urgent"))
    await Promise.all(bulk)
    expect(passed.indexOf("urgent")).toBeLessThan(2)
  })

  it("a bulk call that urgent ones pass by for too long goes with them", async () => {
    const budget = new OneASecond()
    const reserve = budget.reserve.bind(budget)
    // Somebody else takes each call that becomes free.
    budget.reserve = async (lane, withinMs) => {
      budget.freeAt = Math.max(budget.freeAt, budget.now + 1_000)
      return reserve(lane, withinMs)
    }
    await budget.turnstile().pass("bulk")
    expect(budget.asked.at(-1)).toBe("urgent")
    expect(budget.now).toBeGreaterThanOrEqual(BULK_PATIENCE_MS)
    expect(budget.now).toBeLessThanOrEqual(BULK_PATIENCE_MS + 2_000)
  })

  it.each(["urgent", "bulk"] as const)("%s: says so when no call is free in time, and takes none", async (lane) => {
    const budget = new OneASecond()
    budget.freeAt = LONGEST_WAIT_MS[lane] + 60_000
    const { freeAt } = budget
    await expect(budget.turnstile().pass(lane)).rejects.toThrow(NoTurnError)
    expect(budget.freeAt).toBe(freeAt)
    expect(budget.now).toBeLessThanOrEqual(LONGEST_WAIT_MS[lane])
  })

  it("a bulk call asks with the bulk ones first, looks again in a while, and says when to come back", async () => {
    const budget = new OneASecond()
    budget.freeAt = 40_000
    await budget.turnstile().pass("bulk")
    expect([budget.asked, budget.askedAt, budget.now]).toEqual([["bulk", "urgent"], [0, BULK_PATIENCE_MS], 40_000])
    const full = new OneASecond()
    full.freeAt = 90_000
    await expect(full.turnstile().pass("bulk")).rejects.toMatchObject({
      name: "NoTurnError",
      waitMs: 90_000,
      message: expect.stringContaining("the next may be in 90000 ms"),
    })
    expect(full.asked).toEqual(["bulk"])
  })

  it("a bulk call waits no longer than a minute in all", async () => {
    const budget = new OneASecond()
    const turnstile = budget.turnstile()
    budget.reserve = async () => ({ reserved: false, waitMs: 30_000 })
    await expect(turnstile.pass("bulk")).rejects.toThrow(NoTurnError)
    expect(budget.now).toBe(BULK_PATIENCE_MS + 30_000)
  })

  it.each(["urgent", "bulk"] as const)("%s: the wait ends when it is broken off", async (lane) => {
    const budget = new OneASecond()
    budget.freeAt = 3_000
    await expect(budget.turnstile().pass(lane, AbortSignal.abort())).rejects.toThrow(NoTurnError)
    expect(budget.now).toBe(0)
  })

  it("one that gives up leaves the queue to the next", async () => {
    const budget = new OneASecond()
    budget.freeAt = 1_000
    const turnstile = budget.turnstile()
    const first = turnstile.pass("bulk", AbortSignal.abort())
    const second = turnstile.pass("bulk")
    await expect(first).rejects.toThrow(NoTurnError)
    await second
    expect(budget.now).toBe(1_000)
  })
})
