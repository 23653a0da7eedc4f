import { parseSnapshot } from "../../../modules/pos/database/housekeeping"
import { QuietRounds } from "../recurring-jobs"

const seen = (next: number) => parseSnapshot(`${next}:${next}:@start`)

describe("QuietRounds", () => {
  afterEach(() => jest.restoreAllMocks())

  it("leaves a round out while nothing was committed since one that found nothing", () => {
    const rounds = new QuietRounds(60_000)
    expect(rounds.isQuiet(seen(500))).toBe(false)
    rounds.record(seen(500), false)
    expect(rounds.isQuiet(seen(500))).toBe(true)
    expect(rounds.isQuiet(seen(501))).toBe(false)
  })

  it("leaves none out after one that found something, or that does not know what it saw", () => {
    const rounds = new QuietRounds(60_000)
    rounds.record(seen(500), true)
    expect(rounds.isQuiet(seen(500))).toBe(false)
    rounds.record(null, false)
    expect(rounds.isQuiet(null)).toBe(false)
  })

  it("repeats a round after its longest time, because time passes", () => {
    const rounds = new QuietRounds(60_000)
    const clock = jest.spyOn(performance, "now").mockReturnValue(1_000)
    rounds.record(seen(500), false)
    clock.mockReturnValue(60_999)
    expect(rounds.isQuiet(seen(500))).toBe(true)
    clock.mockReturnValue(61_000)
    expect(rounds.isQuiet(seen(500))).toBe(false)
  })
})
