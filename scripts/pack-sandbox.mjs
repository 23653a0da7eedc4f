import { execFileSync } from "node:child_process"
import { mkdirSync } from "node:fs"
import path from "node:path"
import { installLocked, root } from "./install-locked.mjs"

/** `npm run pack:sandbox`: builds and packs packages/pos-sandbox. The last line is the tarball's path. */
installLocked()
const own = path.join(root, "packages", "pos-sandbox")
const target = path.join(root, "dist")
mkdirSync(target, { recursive: true })
execFileSync(process.execPath, [path.join(own, "build.mjs")], { stdio: "inherit" })
const output = execFileSync("npm", ["pack", "--json", "--ignore-scripts", "--pack-destination", target], {
  cwd: own,
  encoding: "utf8",
  stdio: ["ignore", "pipe", "ignore"],
})
const [{ filename, size, unpackedSize, entryCount }] = JSON.parse(output)
const kilobytes = (bytes) => `${Math.round(bytes / 1_000).toLocaleString("en")} kB`
process.stdout.write(`${entryCount} files, ${kilobytes(size)}, unpacked ${kilobytes(unpackedSize)}\n`)
process.stdout.write(`${path.join(target, filename)}\n`)
