import { spawnSync } from "node:child_process"
import { createHash } from "node:crypto"
import { existsSync, lstatSync, readFileSync, writeFileSync } from "node:fs"
import path from "node:path"
import { fileURLToPath } from "node:url"

/** The root of the project. */
export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..")

/**
 * Installs what package-lock.json names, unless it is installed already. Needs nothing but Node and npm, so that the
 * README's two commands work in a fresh clone.
 */
export function installLocked() {
  const lock = createHash("sha256")
    .update(readFileSync(path.join(root, "package-lock.json")))
    .digest("hex")
  const stamp = path.join(root, "node_modules", ".installed-lock")
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === lock) {
    return
  }
  if (lstatSync(path.join(root, "node_modules"), { throwIfNoEntry: false })?.isSymbolicLink()) {
    // npm would empty the folder behind the link, which is another checkout's.
    throw new Error("node_modules is a link, and what it leads to does not fit package-lock.json: remove the link")
  }
  process.stderr.write("Installing dependencies (npm ci) …\n")
  const npm = process.platform === "win32" ? "npm.cmd" : "npm"
  const { status } = spawnSync(npm, ["ci", "--no-audit", "--no-fund", "--loglevel=error"], {
    cwd: root,
    stdio: ["ignore", 2, 2],
    shell: process.platform === "win32",
  })
  if (status !== 0) {
    throw new Error("npm ci failed; its output above says why")
  }
  writeFileSync(stamp, lock)
}
