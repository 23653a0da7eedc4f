import fc from "fast-check"
import { MEASURED } from "../measured"
import { needsOf } from "../needs"
import type { Scene } from "../scene"
import { busyness, BUSIEST_HOUR, receiptsPerSecond } from "../seasons"
import { simulate } from "../simulate"
import { unitCostsSchema } from "../unit-costs"

const scene = (perSecond: number, more: Partial<Scene> = {}): Scene => ({
  seed: 1,
  connections: 20,
  products: 100,
  endpoints: 1,
  workers: 2,
  databaseCores: 2,
  arrivals: { at: () => perSecond, most: perSecond },
  durationMs: 60_000,
  warmUpMs: 0,
  jobs: false,
  ...more,
})

describe("simulate", () => {
  it("reports the same for the same seed, and another thing for another", () => {
    const reported = simulate(scene(10, { jobs: true }), MEASURED)
    expect(simulate(scene(10, { jobs: true }), MEASURED)).toEqual(reported)
    expect(simulate(scene(10, { jobs: true, seed: 2 }), MEASURED).receipts).not.toBe(reported.receipts)
  })

  it("loses no sale, whatever comes to whichever shop", () => {
    const scenes = fc.record({
      perSecond: fc.integer({ min: 1, max: 60 }),
      seed: fc.nat(),
      connections: fc.integer({ min: 1, max: 50 }),
      endpoints: fc.integer({ min: 0, max: 2 }),
      workers: fc.integer({ min: 1, max: 3 }),
      databaseCores: fc.integer({ min: 1, max: 4 }),
      jobs: fc.boolean(),
    })
    fc.assert(
      fc.property(scenes, ({ perSecond, ...more }) => {
        const { receipts, done, p50Ms, p99Ms, longestMs } = simulate(
          scene(perSecond, { ...more, durationMs: 10_000 }),
          MEASURED
        )
        expect(done).toBe(receipts)
        expect(p50Ms).toBeLessThanOrEqual(p99Ms)
        expect(p99Ms).toBeLessThanOrEqual(longestMs)
      }),
      { numRuns: 40 }
    )
  })

  it("takes a single sale through all that it has to pass", () => {
    const { notifiedMs, endpoint, claim, batch, receipt } = MEASURED
    const whole = (parts: (typeof claim)[]) =>
      parts.reduce((sum, { shopMs, databaseMs, waitMs }) => sum + shopMs + databaseMs + waitMs, 0)
    const { p50Ms } = simulate(scene(0.05, { durationMs: 600_000 }), MEASURED)
    // Both notifications are in the batch, or the purchase alone is.
    expect(p50Ms).toBeGreaterThan(notifiedMs + whole([endpoint, claim, batch]))
    expect(p50Ms).toBeLessThan(notifiedMs + whole([endpoint, endpoint, claim, batch, receipt]) + 1)
  })

  it("handles in one batch what came meanwhile, so that a merchant's many sales cost less each", () => {
    const first = simulate(scene(60, { connections: 1, workers: 1 }), MEASURED)
    const many = simulate(scene(60, { connections: 1_000, workers: 1 }), MEASURED)
    expect(first.used.workers).toBeLessThan((many.used.workers ?? 0) * 0.75)
    expect(first.p99Ms).toBeLessThan(1_000)
  })

  it("names what runs short: a round that goes through too many connections, workers, the database", () => {
    const idle = scene(0.01, { durationMs: 120_000 })
    const few = { ...idle, workers: 50, databaseCores: 50 }
    expect(simulate({ ...few, connections: 20_000, jobs: true }, MEASURED).bottleneck).toMatch(/^round of /)
    expect(simulate(scene(200, { connections: 2_000 }), MEASURED).bottleneck).toBe("workers")
    expect(simulate(scene(200, { connections: 2_000, workers: 30 }), MEASURED).bottleneck).toBe("PostgreSQL's cores")
  })
})

describe("needsOf", () => {
  it("is enough: what it names is used by less than two thirds, whatever the size", () => {
    for (const connections of [10, 300]) {
      const size = { connections, receiptsPerYear: connections * 10_000, products: 100 }
      const needs = needsOf(size, MEASURED, 900)
      const perSecond = receiptsPerSecond(size.receiptsPerYear, BUSIEST_HOUR)
      const { used } = simulate(
        scene(perSecond, {
          ...needs,
          ...size,
          jobs: true,
          durationMs: 300_000,
          arrivals: { at: () => perSecond, most: perSecond },
        }),
        MEASURED
      )
      expect(used.workers).toBeLessThan(0.66)
      expect(used["PostgreSQL's cores"]).toBeLessThan(0.66)
    }
  })
})

describe("busyness", () => {
  it("has no busier hour than the busiest, and none while shops are closed", () => {
    const hours = Array.from({ length: 240 }, (_none, tenth) => busyness(tenth / 10))
    expect(Math.max(...hours)).toBeCloseTo(busyness(BUSIEST_HOUR))
    expect(busyness(3)).toBe(0)
  })
})

describe("what was measured", () => {
  it("is of the form that measuring gives", () => {
    expect(unitCostsSchema.parse(MEASURED)).toEqual(MEASURED)
  })
})
