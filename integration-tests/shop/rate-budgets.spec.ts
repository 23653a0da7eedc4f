import fc from "fast-check"
import { knex } from "@medusajs/framework/mikro-orm/knex"
import { apiKeyTokenProvider, createPosClient, type Lane, getPacing, singleOrigin } from "../../src/pos-api/client"
import { systemClock } from "../../src/pos-api/clock"
import { sqlOn } from "../../src/modules/pos/database/sql-on"
import { getBucket, rateBudgets } from "../../src/modules/pos/rate-budgets"
import type { RateLimit } from "../../src/modules/pos/options-schema"
import { PosDriver } from "../../test-support/pos-driver"
import { eventually } from "./support/eventually"
import { storeSuite } from "./support/store-suite"

const FOUR_A_SECOND = { requests: 4, seconds: 1 }

type Ask = { lane: Lane; after: number }

/** Somebody asks, and so long after the one before. */
const askArbitrary: fc.Arbitrary<Ask> = fc.record({
  lane: fc.constantFrom("urgent", "bulk"),
  after: fc.oneof(fc.integer({ min: 0, max: 20 }), fc.integer({ min: 0, max: 2_000 })),
})

const limitArbitrary: fc.Arbitrary<RateLimit> = fc.oneof(
  fc.constant(FOUR_A_SECOND),
  fc.record({ requests: fc.integer({ min: 1, max: 40 }), seconds: fc.integer({ min: 1, max: 10 }) })
)

storeSuite({
  moduleName: "rate-budgets",
  testSuite: ({ dbConnection, databaseUrl }) => {
    let owner = 0

    /** A bucket of its own, asked at moments of its own. */
    function openBucket(limit: RateLimit) {
      let now = Date.parse("2026-11-22T09:00:00Z")
      const query = async <Result>(run: (sql: ReturnType<typeof sqlOn>) => Promise<Result>) => run(sqlOn(dbConnection))
      const clock = { now: () => new Date(now) }
      const { inventory } = rateBudgets(`poscon_${owner++}`, { inventory: limit }, query, clock)
      if (!inventory) {
        throw new Error("the inventory has a limit here")
      }
      return {
        budget: inventory,
        now: () => now,
        pass: (ms: number) => {
          now += ms
        },
      }
    }

    it("lets no more through in any stretch of a limit's time than the limit, whoever asks whenever", async () => {
      await fc.assert(
        fc.asyncProperty(limitArbitrary, fc.array(askArbitrary, { maxLength: 60 }), async (limit, asks) => {
          const bucket = openBucket(limit)
          const granted: number[] = []
          for (const { lane, after } of asks) {
            bucket.pass(after)
            const { reserved, waitMs } = await bucket.budget.reserve(lane, 20_000)
            if (reserved) {
              granted.push(bucket.now() + waitMs)
              expect(lane === "bulk" ? waitMs : 0).toBe(0)
            }
          }
          for (const start of granted) {
            const within = granted.filter((at) => at >= start && at < start + limit.seconds * 1_000)
            expect(within.length).toBeLessThanOrEqual(limit.requests)
          }
        }),
        { numRuns: 60 }
      )
    })

    it("wastes nothing: a sync that asks again when it is asked to gets every call that there is", async () => {
      const bucket = openBucket(FOUR_A_SECOND)
      const { interval_ms } = getBucket(FOUR_A_SECOND)
      let granted = 0
      for (const end = bucket.now() + 60_000; bucket.now() < end;) {
        const { reserved, waitMs } = await bucket.budget.reserve("bulk", 60_000)
        granted += reserved ? 1 : 0
        bucket.pass(reserved ? 0 : waitMs)
      }
      expect(granted).toBe(Math.ceil(60_000 / interval_ms))
    })

    it("an urgent call takes the next that becomes free, however many wait for a sync", async () => {
      const bucket = openBucket(FOUR_A_SECOND)
      await bucket.budget.reserve("bulk", 60_000)
      const waiting = await Promise.all(Array.from({ length: 20 }, async () => bucket.budget.reserve("bulk", 60_000)))
      expect(waiting.every(({ reserved }) => !reserved)).toBe(true)
      bucket.pass(10)
      const urgent = await bucket.budget.reserve("urgent", 20_000)
      expect(urgent).toEqual({ reserved: true, waitMs: getBucket(FOUR_A_SECOND).interval_ms - 10 })
    })

    it("takes nothing of a budget for a call that would wait too long", async () => {
      const bucket = openBucket({ requests: 1, seconds: 60 })
      await bucket.budget.reserve("urgent", 20_000)
      const refused = await bucket.budget.reserve("urgent", 20_000)
      expect(refused).toEqual({ reserved: false, waitMs: 63_000 })
      expect(await bucket.budget.reserve("urgent", 63_000)).toEqual({ reserved: true, waitMs: 63_000 })
    })

    it("after a 429 nobody calls for as long as the POS asks, or a limit's time where it does not say", async () => {
      const bucket = openBucket(FOUR_A_SECOND)
      await bucket.budget.empty(7_000)
      await bucket.budget.empty(null)
      expect(await bucket.budget.reserve("bulk", 60_000)).toEqual({ reserved: false, waitMs: 7_000 })
      expect(await bucket.budget.reserve("urgent", 20_000)).toEqual({ reserved: true, waitMs: 7_000 })
    })

    describe("two processes that share a database", () => {
      const opened: { destroy(): Promise<void> }[] = []
      afterEach(async () => {
        await Promise.all(opened.splice(0).map(async (connection) => connection.destroy()))
      })

      /** What a process has for itself: its connections and its queues. The POS counts by access token. */
      function openProcess(token: string) {
        const database = knex({ client: "pg", connection: databaseUrl })
        opened.push(database)
        const limits = { inventory: FOUR_A_SECOND }
        const budgets = rateBudgets("poscon_shared", limits, async (run) => run(sqlOn(database)), systemClock)
        const addresses = singleOrigin(process.env.POS_SERVICE_URL ?? "")
        const common = {
          addresses,
          pacing: getPacing(budgets),
          tokenProvider: { token: async () => token, invalidate: () => undefined },
        }
        return { urgent: createPosClient(common), bulk: createPosClient({ ...common, lane: "bulk" }) }
      }

      it("keep to four calls a second together, and a single change passes by what a sync still has to do", async () => {
        const posDriver = await PosDriver.open()
        await posDriver.limitCalls({ inventory: FOUR_A_SECOND })
        const { oauthUrl } = singleOrigin(process.env.POS_SERVICE_URL ?? "")
        const token = await apiKeyTokenProvider({ apiKey: posDriver.apiKey, oauthUrl }).token()
        const processes = [openProcess(token), openProcess(token)]
        const answered: number[] = []
        const started = performance.now()
        const sync = processes.flatMap(({ bulk }) =>
          Array.from({ length: 8 }, async () => {
            await bulk.inventory?.inventories()
            answered.push(performance.now() - started)
          })
        )
        await eventually(async () => expect(answered.length).toBeGreaterThanOrEqual(2))
        await processes[0]?.urgent.inventory?.inventories()
        const answeredBefore = answered.length
        await Promise.all(sync)
        await posDriver.limitCalls({ inventory: null })
        // A call that a busy machine delays can meet the next ones at the POS; it is then tried again.
        expect(answered).toHaveLength(16)
        // Both keep to one limit: 17 calls, and the first is free.
        expect(Math.max(...answered)).toBeGreaterThanOrEqual(16 * 250)
        // The change did not wait until the whole sync was done.
        expect(answeredBefore).toBeLessThan(16)
      })
    })
  },
})
