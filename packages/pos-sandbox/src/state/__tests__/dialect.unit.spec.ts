import { readFileSync } from "node:fs"
import path from "node:path"
import { DIALECT_POINTS } from "../dialect"

const page = readFileSync(path.join(__dirname, "../../../../../docs/reference/pos-api.md"), "utf8")

describe("docs/reference/pos-api.md", () => {
  it.each(DIALECT_POINTS)("reports what the plugin makes of the point %s", (point) => {
    expect(page).toContain(`| [${point}]`)
  })
})
