import { writeLiterals } from "../sql-on"

describe("writeLiterals", () => {
  it("writes times, names, numbers, booleans and lists in their places", () => {
    const at = new Date("2026-11-22T10:00:00.000Z")
    expect(
      writeLiterals("a > ? AND b = ANY(?) AND c = ? AND d = ? AND ?", [at, ["push", "re-do"], "prune", 5, true])
    ).toBe(
      "a > '2026-11-22T10:00:00.000Z'::timestamptz AND b = ANY(ARRAY['push'::text, 're-do'::text]::text[]) " +
        "AND c = 'prune'::text AND d = 5 AND true"
    )
    expect(writeLiterals("SELECT 1", [])).toBe("SELECT 1")
    expect(writeLiterals("a = ANY(?)", [[]])).toBe("a = ANY(ARRAY[]::text[])")
  })

  it.each([
    ["a quote", "it's"],
    ["a statement", "x; DROP TABLE product"],
    ["a space", "å b"],
    ["nothing", null],
  ])("rejects %s", (_what, value) => {
    expect(() => writeLiterals("a = ?", [value])).toThrow(/^Could not write .* Bind it instead\.$/)
  })

  it("rejects a number of values that does not fit, and names", () => {
    expect(() => writeLiterals("a = ?", [])).toThrow(/^Could not bind 0 values to 1 places/)
    expect(() => writeLiterals("a = :a", { a: 1 })).toThrow(/^Could not write/)
  })
})
