import { existsSync, readdirSync, readFileSync, rmSync } from "node:fs"
import path from "node:path"
import { root } from "./install-locked.mjs"

/**
 * Types of what package.json exports by name, and of what those report, stay in the build; those of routes, jobs and of
 * whatever else nobody imports go. They were a sixth of what an install fetches.
 */
const BUILT = path.join(root, ".medusa", "server", "src")

/** A file of types that another names, as `from "./x"` and `import("./x")` do. */
const NAMED = /(?:from |import ?\(?)"(\.{1,2}\/[^"]+)"/g

const { exports } = JSON.parse(readFileSync(path.join(root, "package.json"), "utf8"))
const entries = Object.values(exports)
  .filter((target) => target.endsWith("/index.js"))
  .map(
    (target) => new RegExp(`^${target.slice(2, -".js".length).replaceAll(".", "\\.").replace("*", "[^/]+")}\\.d\\.ts$`)
  )

const types = readdirSync(BUILT, { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith(".d.ts"))
  .map((file) => path.join(BUILT, file))
const nameOf = (file) => path.relative(root, file).split(path.sep).join("/")

const kept = new Set()
const waiting = types.filter((file) => entries.some((entry) => entry.test(nameOf(file))))
for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
  if (!kept.has(file)) {
    kept.add(file)
    waiting.push(...namedIn(file))
  }
}

/** The files of types that one names, whether each is a file or a folder with an index. */
function namedIn(file) {
  return [...readFileSync(file, "utf8").matchAll(NAMED)].flatMap(([, name]) => {
    const place = path.resolve(path.dirname(file), name.replace(/\.js$/, ""))
    return [`${place}.d.ts`, path.join(place, "index.d.ts")].filter((candidate) => existsSync(candidate))
  })
}

for (const file of types) {
  if (!kept.has(file)) {
    rmSync(file)
  }
}
