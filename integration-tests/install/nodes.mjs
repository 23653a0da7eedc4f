import { execFileSync } from "node:child_process"
import { existsSync, mkdirSync, writeFileSync } from "node:fs"
import path from "node:path"
import { root } from "../../scripts/install-locked.mjs"

/** The Nodes that `engines` in package.json lets in and that are maintained. */
export const NODES = ["20", "22", "24"]

/** The newest Node of a major version, as the npm package `node` brings it; kept below .data. */
export function nodeOf(major) {
  const folder = path.join(root, ".data", "nodes", major)
  const directory = path.join(folder, "node_modules", "node", "bin")
  const program = path.join(directory, "node")
  if (!existsSync(program)) {
    mkdirSync(folder, { recursive: true })
    writeFileSync(path.join(folder, "package.json"), JSON.stringify({ name: `node-${major}`, private: true }))
    execFileSync("npm", ["install", `node@${major}`, "--no-audit", "--no-fund", "--loglevel=error"], { cwd: folder })
  }
  const version = execFileSync(program, ["--version"], { encoding: "utf8" }).trim().replace(/^v/, "")
  return { version, directory }
}
