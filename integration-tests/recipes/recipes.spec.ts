import { readFileSync } from "node:fs"
import path from "node:path"
import { RECIPES } from "./additions"
import type { Recipe } from "./support/recipe"
import { type Ran, ROOT, ScratchCopy } from "./support/scratch-copy"

/** The most files that a recipe may need, without tests and translations. */
const MOST_FILES = 4

/** Unit tests that the recipes must keep green, with new texts in English only. */
const KEPT_GREEN = [
  "src/admin/__tests__/texts.unit.spec.ts",
  "src/admin/__tests__/vocabulary-texts.unit.spec.ts",
  "src/contract/__tests__/reasons.unit.spec.ts",
  "src/features/catalog/__tests__/field-mapping.unit.spec.ts",
  "src/features/receipts/__tests__/words.unit.spec.ts",
]

const page = readFileSync(path.join(ROOT, "docs/recipes.md"), "utf8")

/** The files that the page lists for a recipe, each as a pattern: `<name>` stands for a name of one's own. */
function getListedFiles(title: string): RegExp[] {
  const [, section = ""] = page.split(`\n## ${title}\n`)
  const [own = ""] = section.split("\n## ")
  const files = [...own.matchAll(/^- `([^`]+)`/gm)].map(([, file = ""]) => file)
  return files.map(
    (file) => new RegExp(`^${file.replace(/[.*+?^${}()|[\]\\]/g, "\\$&").replace(/<[^>]+>/g, "[\\w-]+")}$`)
  )
}

const isCounted = (file: string) => !file.endsWith(".json") && !file.includes("__tests__")

const getFiles = ({ edits }: Recipe) => [...new Set(edits.map(({ file }) => file))].filter(isCounted)

describe("docs/recipes.md", () => {
  it("has the ten recipes first, in this order", () => {
    const headings = [...page.matchAll(/^## (.+)$/gm)].map(([, heading]) => heading)
    expect(headings.slice(0, RECIPES.length)).toEqual(RECIPES.map(({ title }) => title))
    expect(RECIPES).toHaveLength(10)
  })

  it.each(RECIPES.map((recipe) => [recipe.title, recipe] as const))(
    "%s: it lists at most four files, and the recipe touches each of them and no other",
    (title, recipe) => {
      const listed = getListedFiles(title)
      const files = getFiles(recipe)
      expect(listed.length).toBeLessThanOrEqual(MOST_FILES)
      expect(files.filter((file) => !listed.some((pattern) => pattern.test(file)))).toEqual([])
      expect(listed.filter((pattern) => !files.some((file) => pattern.test(file)))).toEqual([])
    }
  )
})

describe("In a scratch copy of the source", () => {
  let scratch: ScratchCopy
  let server: Ran
  let admin: Ran
  let sandbox: Ran
  let seen: Record<string, unknown>
  let tests: Ran

  beforeAll(async () => {
    scratch = new ScratchCopy()
    RECIPES.forEach((recipe) => scratch.perform(recipe))
    // Two at once: the compiler needs most of the time, and a gigabyte.
    await Promise.all([scratch.run("typescript/bin/tsc", ["--noEmit"]).then((ran) => (server = ran)), seeInScratch()])
  }, 900_000)

  async function seeInScratch() {
    admin = await scratch.run("typescript/bin/tsc", ["-p", "src/admin"])
    sandbox = await scratch.run("typescript/bin/tsc", ["--noEmit", "-p", "packages/pos-sandbox"])
    const file = path.join(__dirname, "support/see-additions.ts")
    const { output } = await scratch.run(file, [scratch.folder], ["--import", require.resolve("tsx")])
    const last = output.trim().split("\n").at(-1) ?? ""
    seen = last.startsWith("{") ? JSON.parse(last) : { error: output }
    const flags = ["--cacheDirectory", scratch.resolve(".jest")]
    tests = await scratch.run(path.join(ROOT, "node_modules/jest/bin/jest.js"), [
      ...flags,
      "--runTestsByPath",
      ...KEPT_GREEN,
    ])
  }

  afterAll(() => scratch.remove())

  it("an edit whose place is gone fails with the recipe and the place", () => {
    const edits = [{ file: "package.json", after: "not there", insert: "" }]
    const gone = { title: "Add a thing", edits, see: () => null, expected: null }
    expect(() => scratch.perform(gone)).toThrow("Add a thing: package.json has 0 places instead of one for: not there")
  })

  it("all recipes together pass the compiler", () => {
    expect([server.output, admin.output, sandbox.output]).toEqual(["", "", ""])
    expect([server.code, admin.code, sandbox.code]).toEqual([0, 0, 0])
  })

  it.each(RECIPES.map((recipe) => [recipe.title, recipe] as const))("%s: the addition works", (title, { expected }) => {
    expect(seen.error).toBeUndefined()
    expect(seen[title]).toEqual(expected)
  })

  it("the unit tests of lists and texts pass, although other languages lack the new texts", () => {
    expect(tests.code === 0 ? "" : tests.output).toBe("")
    expect(tests.output).toContain(`Test Suites: ${KEPT_GREEN.length} passed`)
  })
})
