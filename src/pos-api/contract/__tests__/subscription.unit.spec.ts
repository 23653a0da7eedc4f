import { EVENT_NAMES, EVENTS, isEventName } from ".."

describe("the events of a subscription", () => {
  it("are those that have a scope, or need none", () => {
    expect(EVENT_NAMES).toHaveLength(10)
    expect(Object.keys(EVENTS).sort()).toEqual([...EVENT_NAMES].sort())
    expect(EVENT_NAMES.every(isEventName)).toBe(true)
  })

  it.each(["toString", "constructor", "__proto__", "purchasecreated", "", "東京"])("are not %p", (name) => {
    expect(isEventName(name)).toBe(false)
  })
})
