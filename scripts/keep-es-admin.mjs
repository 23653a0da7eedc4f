import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import path from "node:path"
import { fileURLToPath } from "node:url"
import { root } from "./install-locked.mjs"

const admin = path.join(root, ".medusa", "server", "src", "admin")

/** An import of another file of the build, with or without a name. */
const IMPORT_AT_ONCE = /(?<=\b(?:from|import)\s*")\.[^"\n]+(?=")/g

/** The same, and of a chunk that is fetched later. */
const IMPORT = /(?<=\b(?:from|import\(?)\s*")\.[^"\n]+(?=")/g

/**
 * Medusa builds a plugin's admin twice, and only the ES modules are ever read: by the vite of a shop. Of the other nothing
 * stays, since it would bring every page and every language again. What stays ends in `.js`, because in files of that
 * ending only a shop's Tailwind looks for the names of classes.
 */
export function keepEsAdmin() {
  if (!existsSync(path.join(admin, "index.mjs"))) {
    return
  }
  const modules = readModules(path.join(admin, "index.mjs"), IMPORT)
  for (const name of readdirSync(admin)) {
    rmSync(path.join(admin, name), { recursive: true })
  }
  for (const [file, code] of modules) {
    writeModule(file, code)
  }
}

/** Reads a file of the build with all that it imports at once, not what is fetched later. @returns the code by file */
export const readFirstLoad = (file) => readModules(file, IMPORT_AT_ONCE)

function readModules(file, pattern, read = new Map()) {
  if (!read.has(file)) {
    const code = readFileSync(file, "utf8")
    read.set(file, code)
    for (const [imported] of code.matchAll(pattern)) {
      readModules(path.resolve(path.dirname(file), imported), pattern, read)
    }
  }
  return read
}

function writeModule(file, code) {
  mkdirSync(path.dirname(file), { recursive: true })
  writeFileSync(
    inJs(file),
    code.replace(IMPORT, (imported) => inJs(imported))
  )
}

const inJs = (name) => `${name.replace(/\.mjs$/, "")}.js`

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  keepEsAdmin()
}
