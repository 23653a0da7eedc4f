import { keepNewest } from "../keep-newest"

describe("keepNewest", () => {
  it("forgets the oldest entries beyond the limit, and none up to it", () => {
    const [names, codes] = [new Set(["a", "b", "c"]), new Map(Object.entries({ a: 1, b: 2, c: 3 }))]
    keepNewest(names, 3)
    expect([...names]).toEqual(["a", "b", "c"])
    keepNewest(names, 2)
    keepNewest(codes, 1)
    expect([[...names], [...codes]]).toEqual([["b", "c"], [["c", 3]]])
  })
})
