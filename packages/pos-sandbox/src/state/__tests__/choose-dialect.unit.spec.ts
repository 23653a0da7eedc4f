import { chooseDialect, dialectChoiceSchema } from "../dialect"

describe("A choice of dialects", () => {
  it.each(["spec", "field", "odd"] as const)("%s is of all points", (dialect) => {
    expect(new Set(Object.values(chooseDialect(dialectChoiceSchema.parse(dialect))))).toEqual(new Set([dialect]))
  })

  it("of single points leaves the others as they are", () => {
    const chosen = chooseDialect({ stockRow: "odd", rateV3: "spec" }, chooseDialect("field"))
    expect(chosen).toMatchObject({ stockRow: "odd", rateV3: "spec", movements: "field" })
  })

  it("knows no other profile", () => {
    expect(dialectChoiceSchema.safeParse("fild").success).toBe(false)
    expect(dialectChoiceSchema.safeParse({ stockRow: "fild" }).success).toBe(false)
  })
})
