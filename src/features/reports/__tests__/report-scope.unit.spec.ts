import { withPeriodBefore } from "../sales-report"

describe("withPeriodBefore", () => {
  it.each([
    ["2026-03-01", "2026-03-31", "2026-01-29", "2026-02-28"],
    ["2026-03-29", "2026-03-29", "2026-03-28", "2026-03-28"],
    ["2024-01-01", "2024-12-31", "2022-12-31", "2023-12-31"],
    ["2024-02-29", "2024-03-01", "2024-02-27", "2024-02-28"],
  ])("compares %s to %s with %s to %s", (from, to, beforeFrom, beforeTo) => {
    expect(withPeriodBefore(from, to)).toEqual({ from, to, before: { from: beforeFrom, to: beforeTo } })
  })
})
