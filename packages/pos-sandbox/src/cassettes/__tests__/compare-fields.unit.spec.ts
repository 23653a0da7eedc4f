import { compareShapes, compareValues } from "../compare-fields"

describe("Comparison of shapes", () => {
  it.each([
    [{ a: 1 }, { a: 2 }, []],
    [{ a: "1" }, { a: 1 }, ["a"]],
    [{ list: [{ a: 1 }] }, { list: [] }, []],
    [{ list: [{ a: 1 }, {}] }, { list: [{}] }, ["list[].a"]],
    [{ type: "A" }, { type: "B" }, ["type"]],
    [{ rates: { "25": 1 } }, { rates: { "12": 1 } }, []],
    [{ rates: { "25": 1 } }, { rates: { "25.0": 1 } }, ["rates.<0.0>", "rates.<0>"]],
    [{ at: "2026-03-09T10:30:00Z" }, { at: "2027-01-01T00:00:00Z" }, []],
    [{ at: "2026-03-09T10:30:00Z" }, { at: "2026-03-09T10:30:00+0000" }, ["at"]],
    [null, { a: 1 }, ["the whole"]],
  ])("%j and %j differ in %j", (recorded, sandbox, fields) =>
    expect(compareShapes(recorded, sandbox).map(({ field }) => field)).toEqual(fields)
  )
})

describe("Comparison of values", () => {
  const [uuid, other] = ["994a4610-e6a5-11f1-8ed3-c97fe3286c52", "a94a4610-e6a5-11f1-8ed3-c97fe3286c52"]

  it.each([
    [{ amount: 1 }, { amount: 2 }, [["amount", 1, 2]]],
    [{ price: { amount: 1 } }, { price: { amount: 2 } }, [["price.amount", 1, 2]]],
    [{ inPos: true }, { inPos: false }, [["inPos", true, false]]],
    [{ vatPercentage: "25.0" }, { vatPercentage: "25" }, [["vatPercentage", "25.0", "25"]]],
    [{ errorType: "A" }, { errorType: "B" }, [["errorType", "A", "B"]]],
    [
      { eventNames: ["A", "B"] },
      { eventNames: ["B", "A"] },
      [
        ["eventNames[]", "A", "B"],
        ["eventNames[]", "B", "A"],
      ],
    ],
    [{ uuid }, { uuid: other }, []],
    [{ created: "2026-03-09T10:30:00Z" }, { created: "2027-03-09T10:30:00Z" }, []],
    [{ timestamp: 1_773_052_200_000 }, { timestamp: 0 }, []],
    [{ name: "redacted-1" }, { name: "redacted-2" }, []],
    [{ etag: "0123456789ABCDEF" }, { etag: "1123456789ABCDEF" }, []],
    [{ amount: 1 }, { amount: "1" }, []],
    [{ amount: 1 }, {}, []],
    [
      [
        { uuid, n: 1 },
        { uuid: other, n: 2 },
      ],
      [
        { uuid: other, n: 3 },
        { uuid, n: 1 },
      ],
      [["[].n", 2, 3]],
    ],
    [[{ n: 1 }, { n: 2 }], [{ n: 1 }], []],
    [1, 2, [["the whole", 1, 2]]],
  ])("%j and %j differ in %j", (recorded, sandbox, expected) =>
    expect(
      compareValues(recorded, sandbox).map(({ field, recordedValue, sandboxValue }) => [
        field,
        recordedValue,
        sandboxValue,
      ])
    ).toEqual(expected)
  )
})
