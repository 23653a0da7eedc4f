import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs"
import path from "node:path"
import { fileURLToPath } from "node:url"
import { root } from "./install-locked.mjs"

const source = path.join(root, "src", "sandbox", "till", "page")
const plugin = path.join(root, ".medusa", "server", "src", "sandbox", "till", "page")

/** The files of the till's page, relative to its folder. */
export function tillFiles() {
  return filesIn(source)
}

/** A compiler emits only what it compiles; the till's page is served as it stands. @param target its place when built */
export function copyTill(target = plugin) {
  mkdirSync(target, { recursive: true })
  const files = tillFiles()
  for (const file of filesIn(target).filter((file) => !files.includes(file))) {
    rmSync(path.join(target, file))
  }
  for (const file of files) {
    if (!isSame(path.join(source, file), path.join(target, file))) {
      cpSync(path.join(source, file), path.join(target, file))
    }
  }
}

function filesIn(directory) {
  return readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(directory, path.join(entry.parentPath ?? entry.path, entry.name)))
}

function isSame(file, other) {
  try {
    return readFileSync(file).equals(readFileSync(other))
  } catch (error) {
    if (error.code !== "ENOENT") {
      throw error
    }
    return false
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  copyTill()
}
