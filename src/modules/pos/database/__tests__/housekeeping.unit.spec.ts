import { isUnchanged, noteOwnWrites, parseSnapshot } from "../housekeeping"

const SERVER = "2026-11-22 10:00:00+00"
const seen = (text: string, server = SERVER) => parseSnapshot(`${text}@${server}`)

describe("isUnchanged", () => {
  noteOwnWrites([{ own_write: "101" }, { own_write: "102" }, { own_write: "108" }])

  it.each([
    ["nothing was begun", "100:100:", "100:100:", true],
    ["only housekeeping was committed", "101:101:", "103:103:", true],
    ["another transaction was committed", "100:100:", "101:101:", false],
    ["another one was committed among the housekeeping", "101:101:", "104:104:", false],
    ["another one is still running", "101:101:", "103:104:103", true],
    ["one that was running has ended", "99:100:99", "100:100:", false],
    ["one that was running runs on", "99:101:99", "99:103:99", true],
    ["housekeeping was running at the time", "108:109:108", "109:109:", true],
    ["the database is an older copy", "100:100:", "90:90:", false],
    ["so much was begun that nobody remembers", "100:100:", "20000:20000:", false],
  ])("%s", (_what, before, after, expected) => {
    expect(isUnchanged(seen(before), seen(after))).toBe(expected)
  })

  it("is false after a restart of PostgreSQL", () => {
    expect(isUnchanged(seen("100:100:"), seen("100:100:", "2026-11-22 11:00:00+00"))).toBe(false)
  })
})
