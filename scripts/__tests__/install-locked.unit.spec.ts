import { spawnSync } from "node:child_process"
import { chmodSync, copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import path from "node:path"

type Packages = Record<string, { version: string; integrity?: string; optional?: boolean }>

const LOCKED: Packages = {
  "": { version: "0.1.0" },
  "node_modules/zod": { version: "4.2.0", integrity: "sha512-zod" },
  "node_modules/@esbuild/sunos-x64": { version: "0.25.0", integrity: "sha512-sun", optional: true },
}
const THERE: Packages = { "node_modules/zod": { version: "4.2.0", integrity: "sha512-zod" } }

describe("what is locked is installed", () => {
  let folder: string
  const stamp = () => path.join(folder, "node_modules", ".installed-lock")

  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), "pos-installed-"))
    mkdirSync(path.join(folder, "scripts"))
    mkdirSync(path.join(folder, "node_modules"))
    mkdirSync(path.join(folder, "bin"))
    copyFileSync(path.join(__dirname, "..", "install-locked.mjs"), path.join(folder, "scripts", "install-locked.mjs"))
    writeFileSync(path.join(folder, "package-lock.json"), JSON.stringify({ packages: LOCKED }))
    writeFileSync(path.join(folder, "bin", "npm"), `#!${process.execPath}\nrequire("fs").writeFileSync("asked", "")\n`)
    chmodSync(path.join(folder, "bin", "npm"), 0o755)
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  /** True when npm was asked to install. */
  function installs(there: Packages | null): boolean {
    if (there) {
      writeFileSync(path.join(folder, "node_modules", ".package-lock.json"), JSON.stringify({ packages: there }))
    }
    const code = 'import("./scripts/install-locked.mjs").then((install) => install.installLocked())'
    const env = { PATH: path.join(folder, "bin") }
    const { status, stderr } = spawnSync(process.execPath, ["-e", code], { cwd: folder, env, encoding: "utf8" })
    expect([status, existsSync(stamp())]).toEqual([0, true])
    return existsSync(path.join(folder, "asked")) && stderr.includes("npm ci")
  }

  it.each<[string, Packages | null, boolean]>([
    ["nothing is there", null, true],
    ["somebody ran npm ci", THERE, false],
    ["a package is missing", {}, true],
    ["one is of another version", { "node_modules/zod": { version: "4.1.0", integrity: "sha512-zod" } }, true],
    ["one has other contents", { "node_modules/zod": { version: "4.2.0", integrity: "sha512-東京" } }, true],
    ["one is there that is not locked", { ...THERE, "node_modules/left": { version: "1.0.0" } }, true],
  ])("%s", (_name, there, isAsked) => {
    expect(installs(there)).toBe(isAsked)
  })

  it("once, as long as the lock is the same", () => {
    expect(installs(null)).toBe(true)
    rmSync(path.join(folder, "asked"))
    expect(installs(null)).toBe(false)
  })
})
