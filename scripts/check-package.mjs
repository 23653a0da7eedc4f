import { execFileSync } from "node:child_process"
import { existsSync, readFileSync } from "node:fs"
import path from "node:path"
import { tillFiles } from "./copy-till.mjs"
import { root } from "./install-locked.mjs"

/** What `npm publish` would ship: nothing of tests, demo or configuration, and everything that package.json promises. */
const [{ files }] = JSON.parse(
  execFileSync("npm", ["pack", "--dry-run", "--json", "--ignore-scripts"], {
    cwd: root,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
  })
)
const names = files.map(({ path: name }) => name)
const unwanted = names.filter((name) =>
  /(__tests__|\.spec\.|integration-tests|unit-tests|benchmarks|(^|\/)demo\/|medusa-config|jest\.config|tsconfig|eslint|\.data|\.env)/.test(
    name
  )
)
const { exports, bin } = JSON.parse(readFileSync(path.join(root, "package.json"), "utf8"))
const promised = [
  ...Object.values(exports).flatMap((target) => (typeof target === "string" ? target : Object.values(target))),
  ...Object.values(bin),
]
  .filter((target) => !target.includes("*"))
  .map((target) => target.replace(/^\.\//, ""))
const till = tillFiles().map((file) => path.posix.join(".medusa/server/src/sandbox/till/page", ...file.split(path.sep)))
const needed = [".medusa/server/src/modules/pos/index.js", "README.md", "LICENSE", ...promised, ...till]
const missing = needed.filter((name) => !names.includes(name) || !existsSync(path.join(root, name)))
const lock = readFileSync(path.join(root, "package-lock.json"), "utf8")
const problems = [
  ...unwanted.map((name) => `must not be in the package: ${name}`),
  ...missing.map((name) => `is missing in the package: ${name}`),
  ...(/"resolved": "http/.test(lock) ? ["package-lock.json names the host of a registry"] : []),
]
process.stdout.write(
  problems.length > 0 ? `${problems.join("\n")}\n` : `The package holds ${names.length} files, all meant to be there.\n`
)
process.exitCode = problems.length > 0 ? 1 : 0
