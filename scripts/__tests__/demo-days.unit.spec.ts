import { webMoments } from "../../demo/src/scripts/web-moments"

const DAY_MS = 86_400_000
const NOW = Date.UTC(2026, 10, 23, 10, 30)

describe("The orders of the demo's web shop", () => {
  const moments = webMoments(90, NOW)

  it("come in on nearly every day until now, in order, the same ones each time", () => {
    expect([...moments].sort((left, right) => left - right)).toEqual(moments)
    expect(moments.at(-1)).toBeLessThan(NOW)
    expect(moments[0]).toBeGreaterThan(NOW - 92 * DAY_MS)
    expect(new Set(moments.map((at) => Math.floor(at / DAY_MS))).size).toBeGreaterThan(75)
    expect(webMoments(90, NOW)).toEqual(moments)
  })

  it("are more on Sundays than on Tuesdays, and more of late than at first", () => {
    const on = (weekday: number) => moments.filter((at) => new Date(at).getUTCDay() === weekday).length
    expect(on(0)).toBeGreaterThan(on(2))
    const late = moments.filter((at) => at > NOW - 30 * DAY_MS).length
    const early = moments.filter((at) => at < NOW - 60 * DAY_MS).length
    expect(late).toBeGreaterThan(early)
  })

  it("are those of an hour ago an hour later, so that a start that goes on makes none twice", () => {
    expect(webMoments(90, NOW + 3_600_000).slice(0, moments.length)).toEqual(moments)
  })
})
