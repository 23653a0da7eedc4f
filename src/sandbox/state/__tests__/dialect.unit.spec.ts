import { existsSync, readdirSync, readFileSync } from "node:fs"
import path from "node:path"
import { DIALECT_POINTS } from "../dialect"

const root = path.join(__dirname, "../../../..")
const page = readFileSync(path.join(root, "docs/service.md"), "utf8")

/** "shop/finance" stands below integration-tests, "client/purchases.unit" in a __tests__ folder below src. */
function isTest(name: string): boolean {
  if (!name.endsWith(".unit")) {
    return existsSync(path.join(root, "integration-tests", `${name}.spec.ts`))
  }
  const [file, folder] = [path.basename(name), path.dirname(name)]
  const tests = readdirSync(path.join(root, "src"), { recursive: true, encoding: "utf8" })
  return tests.some((one) => `/${one}`.endsWith(`/${folder}/__tests__/${file}.spec.ts`))
}

describe("docs/service.md", () => {
  it.each(DIALECT_POINTS)("tells what the plugin makes of the point %s", (point) => {
    expect(page).toContain(`| [${point}]`)
  })

  it("names tests that there are", () => {
    const named = [...page.matchAll(/`([a-z-]+(?:\/[a-z-]+)+(?:\.unit)?)`/g)].flatMap(([, name]) => name ?? [])
    const tests = named.filter((name) => !name.startsWith("src/"))
    expect(tests.length).toBeGreaterThan(20)
    expect(tests.filter((name) => !isTest(name))).toEqual([])
  })
})
