import fc from "fast-check"
import { longestWaitSeconds, type QueueName, QUEUES } from "../../modules/pos/queue-policies"
import { PosRateLimitedError, PosServerError, PosUnauthorizedError } from "../../pos-api/client"
import { mayPassByItself, nextAttemptAt, planRetry } from "../retry"

const NOW = new Date("2026-11-21T10:00:00.000Z")

const CALL = { call: "POST /organizations/self/import/v2", status: 429 }

const secondsUntil = (at: string) => (Date.parse(at) - NOW.getTime()) / 1_000

const queueArbitrary = fc.constantFrom<QueueName>("inbox", "catalog", "stock", "images", "alerts")

describe("the next attempt", () => {
  it("comes within the wait that the queue's terms allow, and never at once", () => {
    fc.assert(
      fc.property(
        queueArbitrary,
        fc.integer({ min: 1, max: 60 }),
        fc.double({ min: 0, max: 0.999, noNaN: true }),
        (queue, attempts, random) => {
          const wait = secondsUntil(nextAttemptAt(queue, NOW, attempts, () => random))
          expect(wait).toBeGreaterThanOrEqual(1)
          expect(wait).toBeLessThanOrEqual(QUEUES[queue].longestRetrySeconds)
          expect(wait).toBeCloseTo(Math.max(1, longestWaitSeconds(queue, attempts) * random), 2)
        }
      )
    )
  })

  it("waits twice as long after each failure, up to the longest wait", () => {
    const { firstRetrySeconds, longestRetrySeconds } = QUEUES.alerts
    const waits = [1, 2, 3, 20].map((attempts) => secondsUntil(nextAttemptAt("alerts", NOW, attempts, () => 1)))
    expect(waits).toEqual([firstRetrySeconds, 2 * firstRetrySeconds, 4 * firstRetrySeconds, longestRetrySeconds])
  })
})

describe("after an error", () => {
  it("waits by the queue's terms, which counts as an attempt", () => {
    for (const error of [new Error("column is missing"), new PosServerError(CALL), new PosRateLimitedError(CALL, 40)]) {
      expect(planRetry("alerts", error, NOW, 2, () => 0.5)).toEqual({
        next_attempt_at: "2026-11-21T10:01:00.000Z",
        waited: false,
      })
    }
  })

  it.each([
    ["as long as the POS asks for", 40, 40],
    ["at least as long as before a second attempt", 1, QUEUES.catalog.firstRetrySeconds],
    ["as before a second attempt when the POS names no time", null, QUEUES.catalog.firstRetrySeconds],
  ])("that calls took no turn: waits %s, and no attempt is counted", (_name, reported, seconds) => {
    const retry = planRetry("catalog", new PosRateLimitedError(CALL, reported, true), NOW, 9)
    expect({ ...retry, next_attempt_at: secondsUntil(retry.next_attempt_at) }).toEqual({
      next_attempt_at: seconds,
      waited: true,
    })
  })

  it.each([
    ["an outage", new PosServerError(CALL), true],
    ["a refused key", new PosUnauthorizedError(CALL), false],
    ["a fault of our own", new TypeError("undefined"), false],
    ["what is no error at all", "gone", false],
  ])("knows whether it may pass by itself: %s", (_name, error, passes) => {
    expect(mayPassByItself(error)).toBe(passes)
  })
})
