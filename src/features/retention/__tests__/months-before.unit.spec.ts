import { monthsBefore } from "../prune"

describe("Months before a moment", () => {
  it.each([
    ["2026-11-22T03:17:00Z", 13, "2025-10-22T03:17:00.000Z"],
    ["2026-03-31T23:59:00Z", 1, "2026-02-28T23:59:00.000Z"],
    ["2028-03-31T00:00:00Z", 13, "2027-02-28T00:00:00.000Z"],
    ["2026-01-15T00:00:00Z", 3, "2025-10-15T00:00:00.000Z"],
  ])("%s, %i back, is %s", (moment, months, before) => {
    expect(monthsBefore(new Date(moment), months).toISOString()).toBe(before)
  })
})
