import { SeededRandom, shopMoments } from "../random"

const YEAR = { from: Date.UTC(2025, 0, 1), until: Date.UTC(2026, 0, 1), timeZone: "Europe/Stockholm" }

const momentsOf = (change: object = {}, seed = 1) =>
  shopMoments(new SeededRandom(seed), { count: 20_000, ...YEAR, ...change })

const local = (timeZone: string, options: Intl.DateTimeFormatOptions) => {
  const format = new Intl.DateTimeFormat("en-GB", { timeZone, ...options })
  return (at: number) => format.format(at)
}

function countBy(moments: number[], keyOf: (at: number) => string) {
  const counts: Record<string, number> = {}
  for (const at of moments) {
    counts[keyOf(at)] = (counts[keyOf(at)] ?? 0) + 1
  }
  return counts
}

describe("When a seeded shop sells", () => {
  it.each(["Europe/Stockholm", "Asia/Tokyo", "America/St_Johns", "Pacific/Auckland"])(
    "at its opening hours in %s, summer and winter, in order",
    (timeZone) => {
      const moments = momentsOf({ timeZone })
      expect(moments).toHaveLength(20_000)
      expect([...moments].sort((left, right) => left - right)).toEqual(moments)
      const weekday = local(timeZone, { weekday: "short" })
      const hour = local(timeZone, { hour: "2-digit", hourCycle: "h23" })
      const sundays = moments.filter((at) => weekday(at) === "Sun").map((at) => Number(hour(at)))
      const mondays = moments.filter((at) => weekday(at) === "Mon").map((at) => Number(hour(at)))
      expect([Math.min(...sundays), Math.max(...sundays)]).toEqual([11, 15])
      expect([Math.min(...mondays), Math.max(...mondays)]).toEqual([10, 18])
    }
  )

  it("more on Saturdays than on Mondays, most in December, nothing on Christmas Day", () => {
    const moments = momentsOf()
    const days = countBy(moments, local("Europe/Stockholm", { weekday: "short" }))
    expect(days.Sat).toBeGreaterThan((days.Mon ?? 0) * 1.4)
    const months = countBy(moments, local("Europe/Stockholm", { month: "short" }))
    expect(months.Dec).toBeGreaterThan((months.Jan ?? 0) * 1.8)
    expect(Object.keys(months)).toHaveLength(12)
    const dates = countBy(moments, local("Europe/Stockholm", { month: "2-digit", day: "2-digit" }))
    expect([dates["25/12"], dates["01/01"]]).toEqual([undefined, undefined])
  })

  it("the same seed the same moments, another seed others", () => {
    expect(momentsOf()).toEqual(momentsOf())
    expect(momentsOf({}, 2)).not.toEqual(momentsOf())
  })

  it("in a time that is all closed as if it were open", () => {
    const night = { from: Date.UTC(2025, 5, 2, 22), until: Date.UTC(2025, 5, 3, 4), count: 10 }
    const moments = momentsOf(night)
    expect(moments).toHaveLength(10)
    expect(Math.min(...moments)).toBeGreaterThanOrEqual(night.from)
    expect(Math.max(...moments)).toBeLessThan(night.until)
  })
})
