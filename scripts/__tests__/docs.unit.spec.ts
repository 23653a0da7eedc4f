import { existsSync, readdirSync, readFileSync } from "node:fs"
import path from "node:path"
import { readLinks } from "../text/find-dead-links"

const root = path.join(__dirname, "../..")
const sources = readdirSync(path.join(root, "src"), { recursive: true, encoding: "utf8" })

/** "shop/finance" stands below integration-tests, "client/purchases.unit" in a __tests__ folder below src. */
function isTest(name: string): boolean {
  if (!name.endsWith(".unit")) {
    return existsSync(path.join(root, "integration-tests", `${name}.spec.ts`))
  }
  const [file, folder] = [path.basename(name), path.dirname(name)]
  return sources.some((source) => `/${source}`.endsWith(`/${folder}/__tests__/${file}.spec.ts`))
}

describe("docs", () => {
  it.each(["concepts/guarantees", "reference/pos-api", "concepts/security"])(
    "%s.md names tests that there are",
    (name) => {
      const page = readFileSync(path.join(root, "docs", `${name}.md`), "utf8")
      // What holds a row stands in its last column.
      const named = page
        .split("\n")
        .filter((line) => line.startsWith("|"))
        .flatMap((row) => [...(row.split("|").at(-2) ?? "").matchAll(/`([a-z-]+(?:\/[a-z-]+)+(?:\.unit)?)`/g)])
        .flatMap(([, test]) => test ?? [])
      expect(named.length).toBeGreaterThan(20)
      expect(named.filter((test) => !isTest(test))).toEqual([])
    }
  )

  const pages = [
    "README.md",
    "CONTRIBUTING.md",
    "CHANGELOG.md",
    "SECURITY.md",
    "CODE_OF_CONDUCT.md",
    "packages/pos-sandbox/README.md",
    "examples/shop/README.md",
    ...pagesBelow("docs"),
  ]

  it("are all reached from the README", () => {
    const reached = new Set(["README.md"])
    for (const page of reached) {
      readLinks(textOf(page))
        .map(({ target }) => path.join(path.dirname(page), target.split("#")[0] ?? ""))
        .flatMap((target) =>
          target.endsWith(".md") ? [target] : pages.filter((item) => item.startsWith(`${target}/`))
        )
        .filter((target) => pages.includes(target))
        .forEach((target) => reached.add(target))
    }
    expect(pages.filter((page) => !reached.has(page))).toEqual([])
  })

  it.each(pages)("[D43] %s has tables whose rows have as many cells as their heads", (page) => {
    const lines = textOf(page)
      .replace(/^(```|~~~)[^]*?^\1/gm, "")
      .split("\n")
    const cellsOf = (line: string) => line.replace(/\\\|/g, "").split("|").length
    const uneven = lines.filter((line, index) => {
      const isRow = (text: string | undefined) => text?.startsWith("|") ?? false
      return isRow(line) && isRow(lines[index - 1]) && cellsOf(line) !== cellsOf(lines[index - 1] ?? "")
    })
    expect(uneven).toEqual([])
  })

  it("[D43] list every folder of the sources, and none that is not there", () => {
    const cells = [...textOf("docs/architecture.md").matchAll(/^\| `([a-z/-]+)\/` +\|/gm)].map(([, cell]) => cell ?? "")
    const foldersOf = (folder: string) =>
      readdirSync(path.join(root, folder), { withFileTypes: true })
        .filter((entry) => entry.isDirectory() && entry.name !== "__tests__")
        .map(({ name }) => name)
    const features = foldersOf("src/features").map((name) => `features/${name}`)
    const others = foldersOf("src").filter((name) => name !== "features")
    const listed = cells.map((name) => (name.startsWith("modules/") ? "modules" : name))
    expect(listed.sort()).toEqual([...others, ...features].sort())
  })

  it("draw the features' imports as they are", () => {
    const [, diagram = ""] = /flowchart TB\n([^`]*)```/.exec(textOf("docs/architecture.md")) ?? []
    const names = (side: string | undefined) => (side ?? "").split("&").map((name) => name.trim())
    const drawn = diagram
      .split("\n")
      .filter((line) => line.includes("-->"))
      .flatMap((line) => {
        const [above, below] = line.split("-->")
        return names(above).flatMap((from) => names(below).map((to) => `${from} ${to}`))
      })
    const imported = new Set(
      sources
        .filter((file) => /^features\/.*\.tsx?$/.test(file) && !file.includes("__tests__"))
        .flatMap((file) => {
          const [, from] = file.split("/")
          return [...textOf(`src/${file}`).matchAll(/ from "\.\.\/([a-z-]+)"/g)].map(([, to]) => `${from} ${to}`)
        })
    )
    const reaches = (from: string, to: string): boolean =>
      drawn.some((edge) => {
        const [above, below = ""] = edge.split(" ")
        return above === from && (below === to || reaches(below, to))
      })
    expect(drawn.filter((edge) => !imported.has(edge))).toEqual([])
    expect(imported.size).toBeGreaterThan(20)
    const missing = [...imported].filter((edge) => {
      const [from = "", to = ""] = edge.split(" ")
      return !reaches(from, to)
    })
    expect(missing).toEqual([])
  })

  it.each(pages)("%s names source files that there are", (page) => {
    const paths = [...textOf(page).matchAll(/`(src\/[^`*{}<>\s]+\.tsx?)`/g)].map(([, file]) => file ?? "")
    expect(paths.filter((file) => !existsSync(path.join(root, file)))).toEqual([])
  })

  it("[D43] name every benchmark that can be run", () => {
    const [, names = ""] = /^const BENCHMARKS = \[([^\]]*)\]/m.exec(textOf("scripts/bench.mjs")) ?? []
    const benchmarks = [...names.matchAll(/"(\w+)"/g)].map(([, name]) => name)
    const [, sentence = ""] = /npm run bench([^]*?)\(`--json`/.exec(textOf("docs/reference/commands.md")) ?? []
    const said = [...sentence.matchAll(/-- (\w+)`/g)].map(([, name]) => name)
    expect(said.sort()).toEqual(benchmarks.sort())
  })

  it("begin with a README that is read in minutes, and shows on its first screen how to try it", () => {
    const readme = textOf("README.md")
    expect(readme.trim().split(/\s+/).length).toBeLessThanOrEqual(700)
    expect(readme.split("\n").slice(0, 25).join("\n")).toContain("npm run demo")
  })
})

function textOf(page: string): string {
  return readFileSync(path.join(root, page), "utf8")
}

function pagesBelow(folder: string): string[] {
  return readdirSync(path.join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".md"))
    .map((file) => path.posix.join(folder, file.split(path.sep).join("/")))
}
