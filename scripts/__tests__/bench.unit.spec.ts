import { execFileSync } from "node:child_process"
import path from "node:path"
import { z } from "zod"

const ROOT = path.resolve(__dirname, "..", "..")

/** Each benchmark's script as `npm run bench` loads it, and whether its figures become a table. */
const LOOK = `
  const { readdirSync, readFileSync } = await import("node:fs")
  const { FIGURE_ROWS } = await import("./scripts/bench/figures.mjs")
  const [, names] = /const BENCHMARKS = \\[([^\\]]*)\\]/.exec(readFileSync("scripts/bench.mjs", "utf8"))
  const found = []
  for (const name of names.match(/\\w+/g)) {
    const { options, prepare, tableOf } = await import("./scripts/bench/" + name + ".mjs")
    found.push({ name, hasTable: Boolean(FIGURE_ROWS[name] ?? tableOf), prepare: typeof prepare, options: typeof options })
  }
  process.stdout.write(JSON.stringify(found))
`

const foundSchema = z.array(
  z.object({ name: z.string(), hasTable: z.boolean(), prepare: z.string(), options: z.string() })
)

describe("Benchmarks", () => {
  it("are loaded, and show their figures as a table", () => {
    const said = execFileSync(process.execPath, ["--input-type=module", "-e", LOOK], { cwd: ROOT, encoding: "utf8" })
    const found = foundSchema.parse(JSON.parse(said))
    expect(found.map(({ name }) => name)).toContain("capacity")
    expect(found.filter((item) => !item.hasTable || item.prepare !== "function" || item.options !== "object")).toEqual(
      []
    )
  })
})
