import { existsSync, readdirSync, readFileSync } from "node:fs"
import path from "node:path"

const root = path.join(__dirname, "../..")
const sources = readdirSync(path.join(root, "src"), { recursive: true, encoding: "utf8" })

/** "shop/finance" stands below integration-tests, "client/purchases.unit" in a __tests__ folder below src. */
function isTest(name: string): boolean {
  if (!name.endsWith(".unit")) {
    return existsSync(path.join(root, "integration-tests", `${name}.spec.ts`))
  }
  const [file, folder] = [path.basename(name), path.dirname(name)]
  return sources.some((one) => `/${one}`.endsWith(`/${folder}/__tests__/${file}.spec.ts`))
}

describe("docs", () => {
  it.each(["guarantees", "service"])("%s.md names tests that there are", (name) => {
    const page = readFileSync(path.join(root, "docs", `${name}.md`), "utf8")
    // What holds a row stands in its last column.
    const named = page
      .split("\n")
      .filter((line) => line.startsWith("|"))
      .flatMap((row) => [...(row.split("|").at(-2) ?? "").matchAll(/`([a-z-]+(?:\/[a-z-]+)+(?:\.unit)?)`/g)])
      .flatMap(([, test]) => test ?? [])
    expect(named.length).toBeGreaterThan(20)
    expect(named.filter((test) => !isTest(test))).toEqual([])
  })
})
