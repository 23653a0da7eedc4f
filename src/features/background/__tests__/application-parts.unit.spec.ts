import { applicationParts, endApplicationParts, startApplicationParts } from "../../../modules/pos/lifecycle-hooks"
import "../../../workflows/index"
import { APPLICATION_PARTS } from "../lifecycle"

const part = (name: string, events: string[]) => ({
  name,
  start: () => void events.push(`start ${name}`),
  end: async () => void events.push(`end ${name}`),
})

describe("parts of the application", () => {
  afterEach(endApplicationParts)

  it("[D31] are started by no import", () => {
    expect(applicationParts()).toEqual({ started: [], failed: [] })
  })

  it("[D31] have names of their own", () => {
    const names = APPLICATION_PARTS.map(({ name }) => name)
    expect(new Set(names).size).toBe(names.length)
  })

  it("[D31] start and end once, in order, and start again", async () => {
    const events: string[] = []
    const parts = [part("clock", events), part("indexes", events)]
    startApplicationParts(parts)
    startApplicationParts(parts)
    await endApplicationParts()
    await endApplicationParts()
    startApplicationParts(parts)
    expect(events).toEqual(["start clock", "start indexes", "end clock", "end indexes", "start clock", "start indexes"])
  })

  it("[D31] are named when they cannot be started, and hold up no other", () => {
    const broken = {
      ...part("broken", []),
      start: () => {
        throw new Error("no clock")
      },
    }
    startApplicationParts([broken, part("clock", [])])
    expect(applicationParts()).toEqual({ started: ["clock"], failed: [{ name: "broken", reason: "no clock" }] })
  })
})
