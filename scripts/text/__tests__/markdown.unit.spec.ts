import { spawnSync } from "node:child_process"
import path from "node:path"

const ROOT = path.join(__dirname, "../../..")
const LINTER = path.join(ROOT, "node_modules/markdownlint-cli2/markdownlint-cli2-bin.mjs")

/** Checks a page with the project's configuration. */
const lint = (page: string) =>
  spawnSync(process.execPath, [LINTER, "--no-globs", "-"], { cwd: ROOT, input: page, encoding: "utf8" })

describe("npm run check:markdown", () => {
  it("accepts headings in order and code with a language", () => {
    const { status, stderr } = lint("# Stock\n\n## Levels\n\n```bash\nnpm test\n```\n")
    expect(stderr).not.toContain("error")
    expect(status).toBe(0)
  })

  it.each([
    ["a skipped level of headings", "# Stock\n\n### Levels\n", "MD001"],
    ["a code block without a language", "# Stock\n\n```\nnpm test\n```\n", "MD040"],
    ["a bold line in place of a heading", "# Stock\n\n**Levels**\n\nText.\n", "MD036"],
    ["HTML", "# Stock\n\n<b>Levels</b>\n", "MD033"],
    ["a link to a heading that the page does not have", "# Stock\n\n[Levels](#levels)\n", "MD051"],
  ])("rejects %s", (_name, page, rule) => {
    const { status, stderr } = lint(page)
    expect(stderr).toContain(rule)
    expect(status).toBe(1)
  })
})
