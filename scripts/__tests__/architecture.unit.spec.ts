import { execFileSync } from "node:child_process"
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import path from "node:path"
import { z } from "zod"

const root = path.join(__dirname, "../..")
const config = path.join(root, ".dependency-cruiser.cjs")

const rulesSchema = z.object({ forbidden: z.array(z.object({ name: z.string() })) })
const reportSchema = z.object({
  summary: z.object({ violations: z.array(z.object({ from: z.string(), rule: z.object({ name: z.string() }) })) }),
})

/** A folder that no other folder may import. */
const FORBIDDEN = `import "../scripts/target"\n`

/** A file that breaks each rule, by the name of the rule. What a folder may import is planted in each folder. */
const PLANTED: Record<string, [file: string, source: string]> = {
  "contract-is-browser-safe": ["contract/server.ts", `import "axios"\n`],
  "medusa-imports-only-mapping": ["medusa/orders.ts", `import "../features/stock/push"\n`],
  "rules-are-pure": ["features/stock/rules.ts", `import "../../medusa/stock"\n`],
  "features-meet-at-their-index": ["features/catalog/adopt.ts", `import "../stock/push"\n`],
  "entry-points-use-an-index": ["jobs/sweep.ts", `import "../features/stock/push"\n`],
  "admin-imports-what-a-store-resolves": ["admin/page.tsx", `import "axios"\n`],
  "libraries-import-no-medusa": ["money/money.ts", `import "@medusajs/framework/utils"\n`],
  "sql-is-run-by-the-module": ["features/stock/store.ts", `import "../../modules/pos/database/sql-on"\n`],
  "no-circles": ["runtime/a.ts", `import "./b"\n`],
  "no-dependency-of-development": ["runtime/dev.ts", `import "fast-check"\n`],
  "imports-of-pos-sandbox": ["../packages/pos-sandbox/src/planted.ts", `import "../../../src/scripts/target"\n`],
  "plugin-imports-no-sandbox": ["runtime/simulated.ts", `import "../../packages/pos-sandbox/src/target"\n`],
  "nothing-unresolved": ["runtime/missing.ts", `import "./nowhere"\n`],
}

const NEIGHBORS: Record<string, string> = {
  "scripts/target.ts": "export {}\n",
  "features/stock/push.ts": "export {}\n",
  "medusa/stock.ts": "export {}\n",
  "modules/pos/database/sql-on.ts": "export {}\n",
  "../packages/pos-sandbox/src/target.ts": "export {}\n",
  "runtime/b.ts": `import "./a"\n`,
}

describe("Architecture rules", () => {
  it("each fail on a planted violation", () => {
    const { forbidden } = rulesSchema.parse(jest.requireActual(config))
    const folders = forbidden.flatMap(({ name }) => /^imports-of-(.+)$/.exec(name)?.[1] ?? [])
    const files = new Map([
      ...Object.entries(NEIGHBORS),
      ...Object.values(PLANTED),
      ...folders
        .filter((folder) => !(`imports-of-${folder}` in PLANTED))
        .map((folder): [string, string] => [`${folder}/planted.ts`, FORBIDDEN]),
    ])
    const copy = mkdtempSync(path.join(tmpdir(), "pos-architecture-"))
    try {
      symlinkSync(path.join(root, "node_modules"), path.join(copy, "node_modules"))
      cpSync(path.join(root, "tsconfig.json"), path.join(copy, "tsconfig.json"))
      cpSync(path.join(root, "package.json"), path.join(copy, "package.json"))
      for (const [file, source] of files) {
        mkdirSync(path.dirname(path.join(copy, "src", file)), { recursive: true })
        writeFileSync(path.join(copy, "src", file), source)
      }
      const broken = violationsIn(copy)
      const expected = forbidden.map(({ name }) => {
        const file = PLANTED[name]?.[0] ?? `${name.replace("imports-of-", "")}/planted.ts`
        return `${name}: ${path.posix.join("src", file)}`
      })
      expect(expected.filter((violation) => !broken.includes(violation))).toEqual([])
    } finally {
      rmSync(copy, { recursive: true, force: true })
    }
  })
})

/** The violations that the check finds in a folder; its exit code is their number, so the report is read from the error. */
function violationsIn(folder: string): string[] {
  const cruiser = path.join(root, "node_modules/dependency-cruiser/bin/dependency-cruise.mjs")
  const flags = ["--config", config, "--output-type", "json", "src", "packages"]
  const run = () => execFileSync(process.execPath, [cruiser, ...flags], { cwd: folder, encoding: "utf8" })
  const { violations } = reportSchema.parse(JSON.parse(outputOf(run))).summary
  return violations.map(({ rule, from }) => `${rule.name}: ${from}`)
}

function outputOf(run: () => string): string {
  try {
    return run()
  } catch (error) {
    return z.object({ stdout: z.string().min(1) }).parse(error).stdout
  }
}
