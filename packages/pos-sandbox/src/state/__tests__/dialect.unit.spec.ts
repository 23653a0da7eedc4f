import { readFileSync } from "node:fs"
import path from "node:path"
import { DIALECT_POINTS } from "../dialect"
import { POINT_DESCRIPTIONS } from "../dialect-points"

const page = readFileSync(path.join(__dirname, "../../../../../docs/reference/pos-api.md"), "utf8")

/** Cells of the row of a point. */
const rowOf = (point: string) =>
  page
    .split("\n")
    .find((line) => line.startsWith(`| [${point}]`))
    ?.split("|")
    .map((cell) => cell.trim())

describe("docs/reference/pos-api.md", () => {
  it.each(DIALECT_POINTS)("reports what the POS does and what the plugin makes of the point %s", (point) => {
    const { field, odd } = POINT_DESCRIPTIONS[point]
    const [, , observed, plugin, test] = rowOf(point) ?? []
    expect(observed).toBe(odd === undefined ? field : `${field}; odd: ${odd}`)
    expect(plugin).not.toBe("")
    expect(test).toMatch(/`/)
  })
})
