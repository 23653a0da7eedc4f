import { execFileSync } from "node:child_process"
import { existsSync, readdirSync, readFileSync } from "node:fs"
import path from "node:path"
import { gzipSync } from "node:zlib"
import { root } from "./install-locked.mjs"
import { readFirstLoad } from "./keep-es-admin.mjs"

/**
 * What `npm publish` would ship: nothing of tests, demo or configuration, everything that package.json promises, the docs
 * without their screenshots, and no more than somebody's install should carry.
 */
const MOST_BYTES = 1_390_000

/** What every page of a store's dashboard carries of the admin, compressed: before a page of the plugin is opened. */
const MOST_ADMIN_BYTES = 15_000

/** What the code holds in each process of a store once it is loaded: mostly schemas (docs/decisions/0013-own-zod.md). */
const MOST_HEAP_BYTES = 20 * 1024 * 1024

const [{ files, size }] = JSON.parse(
  execFileSync("npm", ["pack", "--dry-run", "--json", "--ignore-scripts"], {
    cwd: root,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
    maxBuffer: 64 * 1024 * 1024,
  })
)
const names = files.map(({ path: name }) => name)
const UNWANTED_OF_BUILD =
  /(__tests__|\.spec\.|integration-tests|unit-tests|benchmarks|(^|\/)demo\/|medusa-config|jest\.config|tsconfig|eslint|\.data|\.env|\.map$)/
const UNWANTED = /\.(png|jpe?g|gif|webp|avif|mp4)$|node_modules|(^|\/)\.env$/
const unwanted = names.filter(
  (name) => UNWANTED.test(name) || (name.startsWith(".medusa/") && UNWANTED_OF_BUILD.test(name))
)
const { exports } = JSON.parse(readFileSync(path.join(root, "package.json"), "utf8"))
const promised = Object.values(exports)
  .flatMap((target) => (typeof target === "string" ? target : Object.values(target)))
  .filter((target) => !target.includes("*"))
  .map((target) => target.replace(/^\.\//, ""))
const pages = ["docs", "examples"].flatMap((folder) =>
  readdirSync(path.join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".md") && !file.includes("node_modules"))
    .map((file) => path.posix.join(folder, ...file.split(path.sep)))
)
const needed = [
  ".medusa/server/src/modules/pos/index.js",
  "README.md",
  "CHANGELOG.md",
  "LICENSE",
  "examples/shop/medusa-config.ts",
  "docs/deploy/.dockerignore",
  ...promised,
  ...pages,
]
const ADMIN = ".medusa/server/src/admin"
const languages = readdirSync(path.join(root, "src", "admin", "i18n"))
  .filter((file) => file.endsWith(".json"))
  .map((file) => path.basename(file, ".json"))
const isFetchedAlone = (language) => names.some((name) => name.startsWith(`${ADMIN}/_chunks/${language}-`))
const firstLoad = readFirstLoad(path.join(root, ADMIN, "index.js"))
const adminSize = [...firstLoad.values()].reduce((sum, code) => sum + gzipSync(code).length, 0)
const carriesZod = [...firstLoad.values()].some((code) => code.includes('from "zod"'))
const heapBytes = Number(
  execFileSync(process.execPath, ["--expose-gc", path.join(root, "scripts", "loaded-code.cjs")], { encoding: "utf8" })
)
const missing = needed.filter((name) => !names.includes(name) || !existsSync(path.join(root, name)))
const lock = readFileSync(path.join(root, "package-lock.json"), "utf8")
const problems = [
  ...unwanted.map((name) => `must not be in the package: ${name}`),
  ...missing.map((name) => `is missing in the package: ${name}`),
  ...languages
    .filter((language) => !isFetchedAlone(language))
    .map((language) => `The admin has no file of its own for the language ${language}`),
  ...(names.includes(`${ADMIN}/index.mjs`) ? ["The admin is packed twice: run scripts/keep-es-admin.mjs"] : []),
  ...(carriesZod ? ["Every page of the dashboard would load zod: import schemas only where a page needs them"] : []),
  ...(adminSize > MOST_ADMIN_BYTES ? [`The admin has ${adminSize} bytes gzipped, more than ${MOST_ADMIN_BYTES}`] : []),
  ...(heapBytes > MOST_HEAP_BYTES
    ? [`The loaded code of the server holds ${heapBytes} bytes, more than ${MOST_HEAP_BYTES}`]
    : []),
  ...(/"resolved": "http/.test(lock) ? ["package-lock.json names the host of a registry"] : []),
  ...(size > MOST_BYTES ? [`The package has ${size} bytes, more than ${MOST_BYTES}`] : []),
]
process.stdout.write(
  problems.length > 0
    ? `${problems.join("\n")}\n`
    : `The package holds ${names.length} files in ${size} bytes, all meant to be there; ${adminSize} bytes (gzip) are the admin's. Loaded, the server's code holds ${heapBytes} bytes.\n`
)
process.exitCode = problems.length > 0 ? 1 : 0
