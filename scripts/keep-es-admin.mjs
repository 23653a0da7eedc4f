import { existsSync, readdirSync, readFileSync, renameSync, rmSync } from "node:fs"
import path from "node:path"
import { fileURLToPath } from "node:url"
import { root } from "./install-locked.mjs"

const admin = path.join(root, ".medusa", "server", "src", "admin")

/**
 * Medusa builds a plugin's admin twice, and only the ES modules are ever read: by the vite of a shop. Of the other nothing
 * stays, since it would bring every language again. It is `index.js` that stays, because in files of that ending only a
 * shop's Tailwind looks for the names of classes.
 */
export function keepEsAdmin() {
  const built = path.join(admin, "index.mjs")
  if (!existsSync(built)) {
    return
  }
  const kept = path.join(admin, "index.js")
  renameSync(built, kept)
  const code = readFileSync(kept, "utf8")
  const chunks = path.join(admin, "_chunks")
  for (const chunk of readdirSync(chunks).filter((name) => !code.includes(`_chunks/${name}"`))) {
    rmSync(path.join(chunks, chunk))
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  keepEsAdmin()
}
