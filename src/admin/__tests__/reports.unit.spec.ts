import { daysOfMonth } from "../../contract/time"
import { lastMonths } from "../lib/format/time"
import { getChange, daysUpTo, nameOfRow, reportOfUrl, withGaps, writeFigure } from "../components/reports/report-rows"
import { getStep } from "../../contract/reports"
import type { ReportRow } from "../lib/answers/finance"

const aRow = (key: string, more: Partial<ReportRow> = {}): ReportRow => ({
  key,
  name: null,
  variant: null,
  currency_code: "sek",
  figures: { gross: 100 },
  before: {},
  ...more,
})

const t = (keys: string | string[]) => [keys].flat()[0] ?? ""

/** From a Sunday to a Monday. */
const WINTER = { from: "2025-11-30", to: "2026-03-02" }

describe("A report's rows", () => {
  it.each([
    ["hours", aRow("09"), "09:00"],
    ["weekdays", aRow("1"), "måndag"],
    ["weekdays", aRow("7"), "söndag"],
    ["payments", aRow("SERVICE_CARD"), "payments.CARD"],
    ["cashiers", aRow("Åsa Öberg"), "Åsa Öberg"],
    ["cashiers", aRow(":nobody"), "reports.keys.nobody"],
    ["products", aRow("uuid", { name: "東京タワー" }), "東京タワー"],
    ["products", aRow("uuid"), "reports.unnamed"],
    ["stock", aRow("uuid", { name: "Tröja", variant: "M" }), "Tröja · M"],
    ["web", aRow("2026-03-02"), "2 mars"],
  ] as const)("of %s are named in words", (kind, row, name) => {
    expect(nameOfRow(kind, row, t, "sv")).toBe(name)
  })

  it("have the hours between the first and the last, and every day of the week", () => {
    expect(withGaps("hours", [aRow("11"), aRow("08")], WINTER).map(({ key }) => key)).toEqual(["08", "09", "10", "11"])
    expect(withGaps("weekdays", [aRow("6")], WINTER).map(({ key, figures }) => [key, figures.gross ?? 0])).toEqual([
      ...[1, 2, 3, 4, 5].map((day) => [String(day), 0]),
      ["6", 100],
      ["7", 0],
    ])
    expect(withGaps("hours", [], WINTER)).toEqual([])
    expect(withGaps("products", [aRow("uuid")], WINTER)).toHaveLength(1)
  })

  it("have every day of a period, or every week that it touches", () => {
    const days = withGaps("web", [aRow("2025-12-31")], { from: "2025-12-30", to: "2026-01-01" })
    expect(days.map(({ key }) => key)).toEqual(["2025-12-30", "2025-12-31", "2026-01-01"])
    const weeks = withGaps("web", [aRow("2026-02-23")], WINTER).map(({ key }) => key)
    expect([weeks[0], weeks[1], weeks.at(-1)]).toEqual(["2025-11-24", "2025-12-01", "2026-03-02"])
    expect(withGaps("web", [aRow("2026-03-02")], { from: "2025-12-01", to: "2026-03-02" }).at(-1)?.key).toBe(
      "2026-03-02"
    )
    expect(getStep("2025-12-01", "2026-03-02")).toBe("day")
  })

  it.each([
    [150, 100, 0.5],
    [50, -100, 1.5],
    ["0.350", "0.7", -0.5],
    [100, 0, null],
    [undefined, 100, -1],
  ])("%p after %p has changed by %p", (now, before, change) => {
    expect(getChange(now, before)).toBe(change)
  })

  it.each([
    ["gross", 62_375, "sek", /^623,75.kr$/],
    ["gross", 1_500, "jpy", /^1.500.JPY$/],
    ["gross", 1_785, "kwd", /^1,785.KWD$/],
    ["quantity", "0.350", null, /^0,35$/],
    ["days_left", null, null, /^–$/],
    ["receipts", undefined, null, /^0$/],
  ] as const)("shows %s %p in %p", (measure, value, currency, shown) => {
    expect(writeFigure(measure, value, currency, "sv")).toMatch(shown)
  })
})

describe("A report's period", () => {
  const now = new Date("2026-03-01T23:30:00Z")

  it("ends today where the organization is", () => {
    expect(daysUpTo(now, 7, "Europe/Stockholm")).toEqual({ from: "2026-02-24", to: "2026-03-02" })
    expect(daysUpTo(now, 1, "America/New_York")).toEqual({ from: "2026-03-01", to: "2026-03-01" })
  })

  it("is what the URL says, and else the last 30 days", () => {
    expect(reportOfUrl(new URLSearchParams("kind=stock&from=2026-01-01&to=2026-01-31"), now, "UTC")).toEqual({
      kind: "stock",
      from: "2026-01-01",
      to: "2026-01-31",
    })
    expect(reportOfUrl(new URLSearchParams("kind=secrets"), now, "UTC")).toEqual({
      kind: "hours",
      from: "2026-01-31",
      to: "2026-03-01",
    })
  })
})

describe("Months that are exported", () => {
  it("begin with the one that it is in the organization's zone, and go back over the year", () => {
    const newYear = new Date("2026-12-31T23:30:00Z")
    expect(lastMonths(3, newYear, "Europe/Stockholm")).toEqual(["2027-01", "2026-12", "2026-11"])
    expect(lastMonths(2, newYear, null)).toEqual(["2026-12", "2026-11"])
    expect(lastMonths(14, newYear, "UTC").at(-1)).toBe("2025-11")
  })

  it.each([
    ["2026-02", "2026-02-28"],
    ["2028-02", "2028-02-29"],
    ["2026-04", "2026-04-30"],
    ["2026-12", "2026-12-31"],
  ])("have all their days: %s", (month, to) => {
    expect(daysOfMonth(month)).toEqual({ from: `${month}-01`, to })
  })
})
