import type { PosMovement } from "../../../modules/pos/pos-movement"
import { classifyMovements } from "../echoes"
import type { ClassifiedLink } from "../ledger"

const READ_AT = new Date("2026-11-21T10:00:00.000Z")

const at = (seconds: number) => new Date(READ_AT.getTime() + seconds * 1_000)

const movement = (before: string, after: string, seconds: number): PosMovement => ({
  naturalKey: "message:variant",
  variantUuid: "00000000-0000-11ee-8000-000000000101",
  kind: "mirrored",
  change: "0",
  storeChange: "0",
  before,
  balanceAfter: after,
  identifier: null,
  occurredAt: at(seconds),
})

const link = (change: Partial<ClassifiedLink> = {}): ClassifiedLink => ({
  id: "posvlink_1",
  variant_uuid: "00000000-0000-11ee-8000-000000000101",
  tracked: true,
  read_level: "10",
  read_at: READ_AT,
  moved_since_read: false,
  ...change,
})

describe("classifyMovements", () => {
  it("knows an echo whatever else is true", () => {
    expect(classifyMovements(movement("0", "5", -999), link(), true)).toBe("echo")
  })

  it("takes the level that tracking begins with for known before anything was read, and a movement for one", () => {
    const unread = link({ tracked: false, read_level: null, read_at: null })
    expect(classifyMovements(movement("0", "5", 0), unread, false)).toBe("known")
    expect(classifyMovements(movement("0.000", "5", 0), unread, false)).toBe("known")
    expect(classifyMovements(movement("5", "4", 0), unread, false)).toBe("moves")
  })

  it("moves where tracking began with what we sent", () => {
    expect(classifyMovements(movement("10", "9", -999), link({ read_level: null, read_at: null }), false)).toBe("moves")
  })

  it.each([
    ["an hour before the level was read", "11", "10", -3_600, "known"],
    ["an hour before, though its balance is another", "14", "12", -3_600, "known"],
    ["an hour after", "10", "9", 3_600, "moves"],
    ["an hour after, though it ends where the level was", "9", "10", 3_600, "moves"],
  ])("goes by the POS's clock: %s", (_name, before, after, seconds, classification) => {
    expect(classifyMovements(movement(before, after, seconds), link(), false)).toBe(classification)
  })

  it.each([
    ["ends at the level, a moment after", "11", "10", 2, "known"],
    ["begins at the level, a moment before", "10", "9", -2, "moves"],
    ["is further back", "12", "11", -2, "known"],
    ["is further on", "9", "8", 2, "moves"],
    ["is written otherwise", "11.0", "10.000", 2, "known"],
    ["is another, at the very moment", "12", "11", 0, "moves"],
    ["begins at the level, ten seconds before", "10", "9", -10, "moves"],
  ])(
    "goes by the balances where both happened at about the same time: %s",
    (_name, before, after, seconds, classification) => {
      expect(classifyMovements(movement(before, after, seconds), link(), false)).toBe(classification)
    }
  )

  it("does not take a later movement that comes back to the level for the one that led to it", () => {
    expect(classifyMovements(movement("9", "10", 3), link({ moved_since_read: true }), false)).toBe("moves")
  })

  it("moves by receipts' rows and decisions without asking", () => {
    expect(classifyMovements({ ...movement("0", "5", -3_600), kind: "sold" }, link(), false)).toBe("moves")
    expect(
      classifyMovements({ ...movement("0", "5", -3_600), kind: "corrected" }, link({ tracked: false }), false)
    ).toBe("moves")
  })
})
