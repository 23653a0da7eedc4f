import { generateEntityId } from "@medusajs/framework/utils"
import { entityId } from "../queries/entity-id"

const MANY = 20_000

describe("ids of rows", () => {
  it("have the form that Medusa's have, and sort by their moment", () => {
    jest.useFakeTimers({ now: new Date("2026-11-21T10:00:00.000Z") })
    const [early, theirs] = [entityId("posplink"), generateEntityId("", "posplink")]
    jest.advanceTimersByTime(1)
    const late = entityId("posplink")
    jest.useRealTimers()

    expect(early).toMatch(/^posplink_[0-9A-HJKMNP-TV-Z]{26}$/)
    const length = "posplink_".length + 10
    expect(early.slice(0, length)).toBe(theirs.slice(0, length))
    expect(early < late).toBe(true)
  })

  it("are all different, and every character occurs in their random part", () => {
    const ids = Array.from({ length: MANY }, () => entityId("posplink"))
    expect(new Set(ids).size).toBe(MANY)
    expect(new Set(ids.flatMap((id) => [...id.slice(-16)])).size).toBe(32)
  })
})
