import { spawn } from "node:child_process"
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { createRequire } from "node:module"
import { tmpdir } from "node:os"
import path from "node:path"
import type { Edit, Recipe } from "./recipe"

export const ROOT = path.join(__dirname, "../../..")

const COPIED = [
  "src",
  "packages/pos-sandbox/src",
  "packages/pos-sandbox/tsconfig.json",
  "tsconfig.json",
  "package.json",
  "scripts/docs",
  "scripts/test-runner/plain-errors-environment.cjs",
  "scripts/translations",
]

/** Jest's configuration with the project of unit tests only. */
const UNIT_TESTS = `
const { projects } = require(${JSON.stringify(path.join(ROOT, "jest.config.js"))})
module.exports = { ...projects.find(({ displayName }) => displayName === "unit"), rootDir: __dirname }
`

const ENGLISH = "src/admin/i18n/en.json"

/** A recipe names a place in the source that is not there, or is there more than once. */
class AnchorError extends Error {
  constructor({ title }: Recipe, file: string, anchor: string, count: number) {
    super(`${title}: ${file} has ${count} places instead of one for: ${anchor}`)
    this.name = "AnchorError"
  }
}

/** The result of a command that was run in the scratch copy. */
export type Ran = { code: number | null; output: string }

/** A copy of the source in a temporary folder, in which recipes are performed. */
export class ScratchCopy {
  readonly folder = mkdtempSync(path.join(tmpdir(), "pos-recipes-"))

  constructor() {
    COPIED.forEach((name) => cpSync(path.join(ROOT, name), this.resolve(name), { recursive: true }))
    writeFileSync(this.resolve("jest.config.js"), UNIT_TESTS)
    symlinkSync(path.join(ROOT, "node_modules"), this.resolve("node_modules"), "dir")
  }

  resolve(file: string): string {
    return path.join(this.folder, file)
  }

  /** @throws AnchorError */
  perform(recipe: Recipe): void {
    recipe.edits.forEach((edit) => writeFileSync(this.resolve(edit.file), this.edited(recipe, edit)))
    if (recipe.texts) {
      const texts = JSON.parse(readFileSync(this.resolve(ENGLISH), "utf8"))
      Object.entries(recipe.texts).forEach(([key, text]) => addText(texts, key.split("."), text))
      writeFileSync(this.resolve(ENGLISH), JSON.stringify(texts))
    }
  }

  private edited(recipe: Recipe, edit: Edit): string {
    if ("content" in edit) {
      return edit.content
    }
    const source = readFileSync(this.resolve(edit.file), "utf8")
    const anchor = "after" in edit ? edit.after : edit.replace
    const [before, after, ...others] = source.split(anchor)
    if (after === undefined || others.length > 0) {
      throw new AnchorError(recipe, edit.file, anchor, after === undefined ? 0 : others.length + 1)
    }
    return before + ("after" in edit ? anchor + edit.insert : edit.by) + after
  }

  /** Runs a script of a package, or a file, with Node in the scratch copy. */
  async run(script: string, parameters: string[] = [], nodeOptions: string[] = []): Promise<Ran> {
    const file = path.isAbsolute(script) ? script : createRequire(__filename).resolve(script)
    const child = spawn(process.execPath, [...nodeOptions, file, ...parameters], {
      cwd: this.folder,
      env: { ...process.env, NODE_OPTIONS: "", LOG_LEVEL: "error" },
    })
    let output = ""
    child.stdout.on("data", (chunk) => (output += String(chunk)))
    child.stderr.on("data", (chunk) => (output += String(chunk)))
    const code = await new Promise<number | null>((resolve) => child.on("close", resolve))
    return { code, output }
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true })
  }
}

type Texts = { [name: string]: string | Texts }

function addText(texts: Texts, [name = "", ...rest]: string[], text: string): void {
  if (rest.length === 0) {
    texts[name] = text
    return
  }
  const known = texts[name]
  const section = typeof known === "object" ? known : {}
  texts[name] = section
  addText(section, rest, text)
}
