import { compareStock, type StoredLevel, toLevelAtPos } from "../list-links"

const NEVER: StoredLevel = {
  tracked: false,
  stock_off: false,
  pos_balance: null,
  read_level: null,
  read_at: null,
  observed_level: null,
  observed_at: null,
  observed_balance: null,
}

const EARLIER = new Date("2026-11-20T10:00:00Z")
const LATER = new Date("2026-11-21T10:00:00Z")

const pos = (read: string | null, expected: string | null = null, readAt: Date | null = LATER) => ({
  read,
  readAt: read === null ? null : readAt,
  expected,
})

describe("[D49] The level of a variant at the POS", () => {
  it.each<[string, Partial<StoredLevel>, object]>([
    ["unknown where nobody has read it", {}, { read: null, readAt: null, expected: null }],
    [
      "read before the ledger begins",
      { observed_level: "6", observed_at: LATER },
      { read: "6", readAt: LATER, expected: null },
    ],
    [
      "what was compared, where that is newer than what the ledger took over",
      {
        tracked: true,
        pos_balance: "10",
        read_level: "10",
        read_at: EARLIER,
        observed_level: "6",
        observed_at: LATER,
        observed_balance: "10",
      },
      { read: "6", readAt: LATER, expected: null },
    ],
    [
      "what was compared, where the ledger took over another level in the same second",
      {
        tracked: true,
        pos_balance: "10",
        read_level: "10",
        read_at: LATER,
        observed_level: "6",
        observed_at: LATER,
        observed_balance: "10",
      },
      { read: "6", readAt: LATER, expected: null },
    ],
    [
      "expected to have moved by as much as the ledger has since then",
      { tracked: true, pos_balance: "9", observed_level: "6", observed_at: LATER, observed_balance: "10" },
      { read: "6", readAt: LATER, expected: "5" },
    ],
    [
      "what the ledger took over, where that is newer",
      { tracked: true, pos_balance: "7.5", read_level: "8", read_at: LATER, observed_level: "6", observed_at: EARLIER },
      { read: "8", readAt: LATER, expected: "7.5" },
    ],
    [
      "expected only, where the ledger counts what nobody has read",
      { tracked: true, pos_balance: "3" },
      { read: null, readAt: null, expected: "3" },
    ],
  ])("is %s", (_what, stored, level) => {
    expect(toLevelAtPos({ ...NEVER, ...stored })).toEqual(level)
  })
})

describe("[D49] Stock of a product", () => {
  it("is summed over the variants that both sides have, as of the oldest reading", () => {
    const variants = [
      { store: "10", pos: pos("6", null, EARLIER) },
      { store: "1", pos: pos("1") },
      { store: null, pos: pos("100") },
      { store: "50", pos: pos(null) },
    ]
    expect(compareStock(variants, false)).toEqual({
      store: "11",
      pos: "7",
      read_at: EARLIER,
      expected: null,
      not_tracked: false,
      differs: true,
    })
  })

  it("differs when two variants differ the other way round, and not when only an expected movement does", () => {
    const opposite = [
      { store: "4", pos: pos("6") },
      { store: "6", pos: pos("4") },
    ]
    expect(compareStock(opposite, false)).toMatchObject({ store: "10", pos: "10", differs: true })
    expect(compareStock([{ store: "5", pos: pos("6", "5") }], false)).toMatchObject({
      store: "5",
      pos: "6",
      expected: "5",
      differs: false,
    })
  })

  it("has no number of the POS where it is not tracked, or where a variant was never read", () => {
    expect(compareStock([{ store: "5", pos: pos("6") }], true)).toMatchObject({
      store: "5",
      pos: null,
      not_tracked: true,
    })
    const oneUnread = [
      { store: "5", pos: pos("5") },
      { store: "2", pos: pos(null, "2") },
    ]
    expect(compareStock(oneUnread, false)).toMatchObject({ store: "7", pos: null, expected: "7", differs: false })
    expect(compareStock([{ store: "5", pos: pos(null) }], false)).toMatchObject({
      store: "5",
      pos: null,
      expected: null,
    })
  })
})
