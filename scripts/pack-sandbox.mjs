import { execFileSync } from "node:child_process"
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { createRequire } from "node:module"
import path from "node:path"
import { installLocked, root } from "./install-locked.mjs"
import { copyTill } from "./copy-till.mjs"

/**
 * `npm run pack:sandbox`: the package pos-sandbox from the plugin's own sources. The last line is the tarball's path.
 */
installLocked()
const require = createRequire(import.meta.url)
const own = path.join(root, "packages", "pos-sandbox")
const built = path.join(root, "dist", "pos-sandbox")
const code = path.join(built, "dist")
const SCHEMA = "pos-sandbox.schema.json"

rmSync(built, { recursive: true, force: true })
mkdirSync(built, { recursive: true })
execFileSync(process.execPath, [require.resolve("typescript/bin/tsc"), "-p", own], { stdio: "inherit" })
copyTill(path.join(code, "sandbox", "till", "page"))
cpSync(path.join(own, "README.md"), path.join(built, "README.md"))
cpSync(path.join(root, "LICENSE"), path.join(built, "LICENSE"))
const { configJsonSchema } = require(path.join(code, "sandbox", "config", "config-schema.js"))
writeFileSync(path.join(built, SCHEMA), `${JSON.stringify(configJsonSchema(), null, 2)}\n`)
writeFileSync(path.join(built, "package.json"), `${JSON.stringify(manifest(), null, 2)}\n`)

const output = execFileSync("npm", ["pack", "--json", "--ignore-scripts", "--pack-destination", path.dirname(built)], {
  cwd: built,
  encoding: "utf8",
  stdio: ["ignore", "pipe", "ignore"],
})
const [{ filename, size, unpackedSize, entryCount }] = JSON.parse(output)
const tarball = path.join(path.dirname(built), filename)
if (!existsSync(tarball)) {
  throw new Error(`npm pack did not write ${tarball}`)
}
const kilobytes = (bytes) => `${Math.round(bytes / 1_000).toLocaleString("en")} kB`
process.stdout.write(`${entryCount} files, ${kilobytes(size)}, unpacked ${kilobytes(unpackedSize)}\n${tarball}\n`)

/** What is the plugin's own stays so: version, licence, authors, engines, and the versions of what the code needs. */
function manifest() {
  const plugin = JSON.parse(readFileSync(path.join(root, "package.json"), "utf8"))
  const { version, license, author, engines, dependencies, optionalDependencies, devDependencies } = plugin
  const entry = "./dist/sandbox/index"
  const versionOf = (name) => dependencies[name] ?? optionalDependencies[name] ?? devDependencies[name]
  const isOptional = (name) => name in optionalDependencies
  const needed = packagesIn(code)
  const unknown = needed.filter((name) => !versionOf(name))
  if (unknown.length > 0) {
    throw new Error(`The sandbox imports what package.json does not name: ${unknown.join(", ")}`)
  }
  const chosen = (names) => Object.fromEntries(names.map((name) => [name, versionOf(name)]))
  const optional = needed.filter(isOptional)
  return {
    name: "pos-sandbox",
    version,
    description: "A sandbox of a point-of-sale service: every interface, real state, a clock, faults and a till.",
    license,
    author,
    engines,
    keywords: ["point-of-sale", "pos", "sandbox", "mock-server", "testing", "webhooks"],
    bin: { "pos-sandbox": "dist/sandbox/cli.js" },
    main: `${entry}.js`,
    types: `${entry}.d.ts`,
    exports: {
      ".": { types: `${entry}.d.ts`, default: `${entry}.js` },
      "./schema.json": `./${SCHEMA}`,
      "./package.json": "./package.json",
    },
    files: ["dist", SCHEMA],
    dependencies: chosen(needed.filter((name) => !isOptional(name))),
    // Large and native: whoever has it gets smaller pictures.
    peerDependencies: chosen(optional),
    peerDependenciesMeta: Object.fromEntries(optional.map((name) => [name, { optional: true }])),
  }
}

/** Every package that compiled code or its types name. */
function packagesIn(directory) {
  const files = readdirSync(directory, { recursive: true }).filter((file) => /\.(js|d\.ts)$/.test(file))
  const names = files
    .filter((file) => !file.includes(`${path.sep}page${path.sep}`))
    .flatMap((file) => {
      const text = readFileSync(path.join(directory, file), "utf8")
      return [...text.matchAll(/(?:require|import)\("([^".][^"]*)"\)|from "([^".][^"]*)"/g)].map(
        ([, one, other]) => one ?? other
      )
    })
    .filter((name) => !name.startsWith("node:"))
    .map((name) =>
      name
        .split("/")
        .slice(0, name.startsWith("@") ? 2 : 1)
        .join("/")
    )
  return [...new Set(names)].sort()
}
