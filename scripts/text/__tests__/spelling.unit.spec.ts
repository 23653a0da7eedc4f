import { spawnSync } from "node:child_process"
import { readdirSync, readFileSync } from "node:fs"
import path from "node:path"

const ROOT = path.join(__dirname, "../../..")
const CSPELL = path.join(ROOT, "node_modules/cspell/bin.mjs")

/** Checks a text as if it were the content of a file. */
const check = (file: string, content: string) =>
  spawnSync(process.execPath, [CSPELL, "lint", "--no-progress", `stdin://${file}`], {
    cwd: ROOT,
    input: content,
    encoding: "utf8",
  })

describe("npm run check:spelling", () => {
  it("accepts American English, and the project's words", () => {
    const { status, stderr } = check("docs/planted.md", "# Color\n\nZettle sends the behavior of a register.\n")
    expect(stderr).toContain("Issues found: 0")
    expect(status).toBe(0)
  })

  it.each([
    ["a page", "docs/planted.md", "The regster sells.\n", "regster"],
    ["a British spelling", "docs/planted.md", "The colour of a button.\n", "colour"],
    ["a comment", "src/planted.ts", "// The recipt was printed.\n", "recipt"],
    ["an identifier", "src/planted.ts", "export const recieveOrder = 1\n", "recieve"],
  ])("rejects a misspelled word in %s", (_name, file, content, word) => {
    const { status, stdout } = check(file, content)
    expect(stdout).toContain(`Unknown word (${word})`)
    expect(status).toBe(1)
  })

  it.each(readdirSync(path.join(ROOT, ".cspell")))("has the words of %s in order, each once", (name) => {
    const words = readFileSync(path.join(ROOT, ".cspell", name), "utf8")
      .split("\n")
      .filter((line) => line !== "" && !line.startsWith("#"))
    const sorted = [...new Set(words)].sort((a, b) => a.toLowerCase().localeCompare(b.toLowerCase(), "en"))
    expect(words).toEqual(sorted)
  })
})
