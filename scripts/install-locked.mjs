import { spawnSync } from "node:child_process"
import { createHash } from "node:crypto"
import { existsSync, lstatSync, readFileSync, rmSync, writeFileSync } from "node:fs"
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
  if (isInstalled()) {
    // Somebody ran npm ci: it takes minutes, and would do the same again.
    writeStamp(stamp, lock)
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
  writeStamp(stamp, lock)
}

/** A new file: what is copied by hard links must not change elsewhere, too. */
function writeStamp(stamp, lock) {
  rmSync(stamp, { force: true })
  writeFileSync(stamp, lock)
}

/** True where npm's own record of node_modules, which it writes last, has what package-lock.json names. */
function isInstalled() {
  const record = path.join(root, "node_modules", ".package-lock.json")
  if (!existsSync(record)) {
    return false
  }
  const [locked, there] = [path.join(root, "package-lock.json"), record].map(
    (file) => JSON.parse(readFileSync(file, "utf8")).packages
  )
  const isSame = (name) =>
    there[name]?.version === locked[name]?.version && there[name]?.integrity === locked[name]?.integrity
  // Optional packages are those of this machine's kind only.
  const needed = Object.keys(locked).filter(
    (name) => name !== "" && !locked[name].optional && !locked[name].devOptional
  )
  return [...needed, ...Object.keys(there)].every(isSame)
}
