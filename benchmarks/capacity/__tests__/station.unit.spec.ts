import fc from "fast-check"
import { SeededRandom } from "../../../packages/pos-sandbox/src/seed/random"
import { Agenda } from "../agenda"
import { Station } from "../station"

/** Jobs of the same length that come as they like, so many in the mean. */
function queue({
  seed,
  servers,
  serviceMs,
  load,
  jobs,
}: Record<"seed" | "servers" | "serviceMs" | "load" | "jobs", number>) {
  const agenda = new Agenda()
  const station = new Station(agenda, servers)
  const random = new SeededRandom(seed)
  const everyMs = serviceMs / servers / load
  const times: number[] = []
  const come = (left: number) => {
    if (left > 0) {
      agenda.plan(-Math.log(1 - random.next()) * everyMs, () => {
        const came = agenda.now
        station.serve(serviceMs, () => times.push(agenda.now - came))
        come(left - 1)
      })
    }
  }
  come(jobs)
  agenda.run()
  return { agenda, station, times, meanWaitMs: station.waitedMs / jobs }
}

/** Mean time in line of M/M/c by Erlang's formula, in service times. */
function erlangWait(servers: number, load: number): number {
  const offered = servers * load
  let blocked = 1
  for (let server = 1; server <= servers; server++) {
    blocked = (offered * blocked) / (server + offered * blocked)
  }
  const waits = blocked / (1 - load * (1 - blocked))
  return waits / (servers * (1 - load))
}

/** Of M/D/c, by Cosmetatos (within a percent or two), for one server as Pollaczek and Khinchine have it. */
function fixedWait(servers: number, load: number): number {
  const correction = ((1 - load) * (servers - 1) * (Math.sqrt(4 + 5 * servers) - 2)) / (16 * load * servers)
  return 0.5 * (1 + correction) * erlangWait(servers, load)
}

describe("Station", () => {
  it.each([
    [1, 0.5],
    [1, 0.8],
    [2, 0.7],
    [4, 0.8],
    [8, 0.85],
  ])("lets jobs of one length wait as the formula of M/D/c says, with %i servers at a load of %d", (servers, load) => {
    const { meanWaitMs } = queue({ seed: 7, servers, serviceMs: 10, load, jobs: 200_000 })
    expect(meanWaitMs / 10 / fixedWait(servers, load)).toBeGreaterThan(0.95)
    expect(meanWaitMs / 10 / fixedWait(servers, load)).toBeLessThan(1.05)
  })

  it("holds as many as come in the time that each stays (Little), serves all, and never more at once than it has", () => {
    const terms = fc.record({
      seed: fc.nat(),
      servers: fc.integer({ min: 1, max: 6 }),
      serviceMs: fc.integer({ min: 1, max: 500 }),
      load: fc.double({ min: 0.1, max: 1.5, noNaN: true }),
      jobs: fc.integer({ min: 1, max: 300 }),
    })
    fc.assert(
      fc.property(terms, (given) => {
        const { agenda, station, times } = queue(given)
        const stayed = times.reduce((sum, time) => sum + time, 0)
        expect(times).toHaveLength(given.jobs)
        expect(station.finished).toBe(given.jobs)
        expect(Math.abs(station.presentMs - stayed)).toBeLessThan(1e-6 * stayed)
        expect(station.utilisation(agenda.now)).toBeLessThanOrEqual(1 + 1e-9)
        expect(station.busyMs).toBeCloseTo(given.jobs * given.serviceMs)
      })
    )
  })
})

describe("Agenda", () => {
  it("lets everything happen in the order of its moments, and what is at once in the order of its planning", () => {
    fc.assert(
      fc.property(fc.array(fc.nat({ max: 50 })), (moments) => {
        const agenda = new Agenda()
        const happened: [number, number][] = []
        moments.forEach((moment, index) => agenda.plan(moment, () => happened.push([agenda.now, index])))
        agenda.run()
        const expected = moments.map((moment, index): [number, number] => [moment, index])
        expect(happened).toEqual(expected.sort((left, right) => left[0] - right[0] || left[1] - right[1]))
      })
    )
  })

  it("stops at a moment, and goes on from there", () => {
    const agenda = new Agenda()
    const happened: number[] = []
    ;[5, 10, 15].forEach((moment) => agenda.plan(moment, () => happened.push(moment)))
    agenda.run(10)
    expect([agenda.now, happened]).toEqual([10, [5, 10]])
    agenda.run()
    expect([agenda.now, happened]).toEqual([15, [5, 10, 15]])
  })
})
