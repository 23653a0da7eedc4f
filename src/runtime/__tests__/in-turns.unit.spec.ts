import { setImmediate as nextTurn } from "node:timers/promises"
import { mapInTurns } from "../workers"

let now = 0

/** Lets time pass, as the mapping of a product does. */
function work(milliseconds: number): void {
  now += milliseconds
}

beforeEach(() => {
  jest.spyOn(performance, "now").mockImplementation(() => now)
})
afterEach(() => {
  jest.restoreAllMocks()
})

describe("mapInTurns", () => {
  it("maps as an array does, in order", async () => {
    expect(await mapInTurns(["å", "東", ""], (text, index) => `${index}${text}`)).toEqual(["0å", "1東", "2"])
    expect(await mapInTurns([], String)).toEqual([])
  })

  it("lets somebody who waits forty times through before a long list is done", async () => {
    const mapped: number[] = []
    const waits = async () => {
      for (let turn = 0; turn < 40; turn++) {
        await nextTurn()
      }
      return mapped.length
    }
    const list = mapInTurns(
      Array.from({ length: 200 }, (_none, index) => index),
      (index) => {
        work(1)
        mapped.push(index)
      }
    )
    const [done] = await Promise.all([waits(), list])
    expect(done).toBeLessThanOrEqual(41)
    expect(mapped).toHaveLength(200)
  })

  it("fails as the one that failed, and does no more", async () => {
    const mapped: number[] = []
    const map = (item: number) => {
      mapped.push(item)
      if (item === 2) {
        throw new RangeError("Två går inte")
      }
    }
    await expect(mapInTurns([1, 2, 3], map)).rejects.toThrow(new RangeError("Två går inte"))
    expect(mapped).toEqual([1, 2])
  })
})
