import { execFileSync } from "node:child_process"
import { mkdirSync } from "node:fs"
import path from "node:path"
import { root } from "../../scripts/install-locked.mjs"

/** Builds and packs the sandbox. @returns the tarball's path */
export function packSandbox() {
  const packed = execFileSync("npm", ["run", "--silent", "pack:sandbox"], { cwd: root, encoding: "utf8" })
  return packed.trim().split("\n").at(-1)
}

/** Builds the plugin and packs it as `npm publish` would. @returns the tarball's path */
export function packPlugin(directory) {
  const npm = (...parameters) =>
    execFileSync("npm", parameters, { cwd: root, encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] })
  npm("run", "--silent", "build")
  mkdirSync(directory, { recursive: true })
  const [{ filename }] = JSON.parse(npm("pack", "--json", "--ignore-scripts", "--pack-destination", directory))
  return path.join(directory, filename)
}
