import { latestTime, toCron } from "../scheduler"

describe("the latest time of a job", () => {
  it.each([
    [{ hour: 3, minute: 11 }, "2026-11-24T03:11:00.000Z", "2026-11-24T03:11:00.000Z"],
    [{ hour: 3, minute: 11 }, "2026-11-24T03:10:59.999Z", "2026-11-23T03:11:00.000Z"],
    [{ hour: 3, minute: 11 }, "2026-11-24T23:59:00.000Z", "2026-11-24T03:11:00.000Z"],
    [{ hour: null, minute: 17 }, "2026-11-24T00:16:00.000Z", "2026-11-23T23:17:00.000Z"],
    [{ hour: null, minute: 17 }, "2026-11-24T00:17:00.000Z", "2026-11-24T00:17:00.000Z"],
  ])("[D32] of %p at %s is %s", (time, now, latest) => {
    expect(latestTime(time, new Date(now)).toISOString()).toBe(latest)
  })

  it("[D32] is written as a schedule", () => {
    expect([toCron({ hour: 3, minute: 11 }), toCron({ hour: null, minute: 17 })]).toEqual(["11 3 * * *", "17 * * * *"])
  })
})
