import type { SigningKeys } from "../../../modules/pos/service"
import { SigningKeyCache } from "../receive-webhook"

const keysOf = (key: string): SigningKeys => ({
  organization_uuid: null,
  keys: [key],
  signing_key_sealed: key,
  previous_signing_key_sealed: null,
})

/** A database in small, which answers when it is asked to. */
function database() {
  const answers: (() => void)[] = []
  const state = { key: "first", reads: 0 }
  const known = new SigningKeyCache(async () => {
    const { key } = state
    state.reads += 1
    await new Promise<void>((resolve) => answers.push(resolve))
    return new Map([["one", keysOf(key)]])
  })
  const answer = async () => {
    await new Promise(setImmediate)
    answers.splice(0).forEach((resolve) => resolve())
    await new Promise(setImmediate)
  }
  return { known, state, answer }
}

describe("the keys that a process remembers", () => {
  // The clock does not move, so that a slow machine is not granted another reading meanwhile.
  beforeEach(() => jest.spyOn(performance, "now").mockReturnValue(1_000))
  afterEach(() => jest.restoreAllMocks())

  it("are read once for all who ask at once", async () => {
    const { known, state, answer } = database()
    const asked = Promise.all([
      known.readAgain("strange-connection"),
      known.readAgain("strange-connection"),
      known.readAgain("changed"),
    ])
    await answer()
    await asked
    expect(state.reads).toBe(1)
    expect(known.of("one")).toEqual(keysOf("first"))
  })

  it("are read anew for who asks while they are being read", async () => {
    const { known, state, answer } = database()
    const former = known.readAgain("strange-connection")
    await new Promise(setImmediate)
    state.key = "second"
    const later = known.readAgain("strange-connection")
    await answer()
    await former
    expect(known.of("one")).toEqual(keysOf("first"))
    await answer()
    await later
    expect(known.of("one")).toEqual(keysOf("second"))
    expect(state.reads).toBe(2)
  })

  it("are read for unknown senders at a limited rate, and a later request waits for the next reading", async () => {
    const { known, state, answer } = database()
    for (let asked = 0; asked < 12; asked++) {
      const done = known.readAgain("strange-connection")
      await answer()
      await done
    }
    expect(state.reads).toBe(12)
    state.key = "of a connection that was just made"
    const asked = Promise.all(Array.from({ length: 50 }, async () => known.readAgain("strange-connection")))
    await answer()
    await new Promise((resolve) => setTimeout(resolve, 300))
    await answer()
    await asked
    expect(state.reads).toBe(13)
    expect(known.of("one")).toEqual(keysOf(state.key))
  })

  it("are left as they are for a signature that fits none of them, when many have asked", async () => {
    const { known, state, answer } = database()
    for (let asked = 0; asked < 12; asked++) {
      const done = known.readAgain("strange-signature")
      await answer()
      await done
    }
    await known.readAgain("strange-signature")
    expect(state.reads).toBe(12)
  })

  it("are read at once where they are proven to have changed", async () => {
    const { known, state, answer } = database()
    for (let asked = 0; asked < 20; asked++) {
      const done = known.readAgain("changed")
      await answer()
      await done
    }
    expect(state.reads).toBe(20)
  })

  it("are read again after a reading that failed", async () => {
    let isAway = true
    const known = new SigningKeyCache(async () => {
      if (isAway) {
        throw new Error("The database is away")
      }
      return new Map([["one", keysOf("first")]])
    })
    await expect(known.readAgain("strange-connection")).rejects.toThrow("away")
    isAway = false
    await known.readAgain("strange-connection")
    expect(known.of("one")).toEqual(keysOf("first"))
  })
})
