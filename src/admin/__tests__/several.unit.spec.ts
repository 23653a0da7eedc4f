import type { Connection } from "../lib/answers/connection"
import { changeEach, planAction, type SeveralAction } from "../lib/several"
import { connection } from "./connection"

const malmo = connection("malmö", "active")
const tokyo = connection("東京", "paused")
const kuwait = connection("kuwait", "disconnected")
const lund = connection("lund", "active")

describe("Several connections at once", () => {
  it.each<[SeveralAction, Connection[], Connection[]]>([
    ["pause", [malmo, lund], [tokyo, kuwait]],
    ["resume", [tokyo], [malmo, kuwait, lund]],
    ["check", [malmo, lund], [tokyo, kuwait]],
  ])("%s changes only those in the state that it needs", (action, affected, unaffected) => {
    expect(planAction(action, [malmo, tokyo, kuwait, lund])).toMatchObject({ affected, unaffected })
    expect(planAction(action, [])).toMatchObject({ affected: [], unaffected: [] })
  })

  it("keep their order, and one that fails stops only itself", async () => {
    const gone = new Error("Not found")
    const progress: number[] = []
    const outcomes = await changeEach(
      [malmo, tokyo, kuwait],
      async ({ id }) => (id === "東京" ? Promise.reject(gone) : Promise.resolve(`${id} checked`)),
      (done) => progress.push(done)
    )
    expect(outcomes).toEqual([
      { connection: malmo, words: "malmö checked", error: null },
      { connection: tokyo, words: "", error: gone },
      { connection: kuwait, words: "kuwait checked", error: null },
    ])
    expect(progress).toEqual([1, 2, 3])
  })

  it("are changed a few at a time, however many there are", async () => {
    const fifty = Array.from({ length: 50 }, (_, index) => connection(`store-${index}`, "active"))
    let running = 0
    let most = 0
    const outcomes = await changeEach(
      fifty,
      async () => {
        running += 1
        most = Math.max(most, running)
        await Promise.resolve()
        running -= 1
        return ""
      },
      () => undefined
    )
    expect(outcomes.map(({ connection: { id } }) => id)).toEqual(fifty.map(({ id }) => id))
    expect(most).toBe(4)
  })

  it("are none where none is selected", async () => {
    expect(
      await changeEach(
        [],
        async () => Promise.resolve(""),
        () => undefined
      )
    ).toEqual([])
  })
})
