import { execFileSync } from "node:child_process"
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { createRequire, isBuiltin } from "node:module"
import path from "node:path"
import { fileURLToPath } from "node:url"
import { buildPage } from "./build-page.mjs"

/**
 * Builds the package into dist: `index.js`, one bundle with the package's own code, the modules of the plugin that it
 * shares (the contract of the POS API, signatures, images) and their dependencies; `cli.js`, the command, which loads
 * that bundle; `types`, the declarations; and the POS page. It writes the JSON schema of the configuration file and the
 * licenses of the bundled packages. It fails when the code or its types need a package that package.json does not name.
 */
const own = path.dirname(fileURLToPath(import.meta.url))
const dist = path.join(own, "dist")
const types = path.join(dist, "types")
const require = createRequire(import.meta.url)
const { build } = require("esbuild")

/**
 * Tables that are never used: zod's messages in 50 languages, of which it chooses none but English by itself, and
 * encodings of East Asia, since the body of a request is read as UTF-8.
 */
const withoutTables = {
  name: "without-tables",
  setup({ onLoad }) {
    onLoad({ filter: /zod\/v4\/locales\/index\.js$/ }, () => ({ contents: 'export { default as en } from "./en.js"' }))
    onLoad({ filter: /iconv-lite\/encodings\/tables\/.*\.json$/ }, () => ({ contents: "[]", loader: "json" }))
  },
}

rmSync(dist, { recursive: true, force: true })
execFileSync(process.execPath, [require.resolve("typescript/bin/tsc"), "-p", own, "--outDir", types], {
  stdio: "inherit",
})
const typeFiles = keepReachable(path.join(types, "packages", "pos-sandbox", "src", "index.d.ts"))
const { metafile } = await bundle()
const page = path.join(dist, "public")
cpSync(path.join(own, "src", "pos-page", "public"), page, { recursive: true })
writeFileSync(path.join(page, "main.js"), await buildPage())
cpSync(path.join(own, "..", "..", "LICENSE"), path.join(own, "LICENSE"))
writeFileSync(path.join(dist, "THIRD-PARTY-LICENSES.txt"), bundledLicenses(Object.keys(metafile.inputs)))
const { configJsonSchema } = require(path.join(dist, "index.js"))
writeFileSync(path.join(own, "pos-sandbox.schema.json"), `${JSON.stringify(configJsonSchema(), null, 2)}\n`)
checkDeclared()

/** Bundles the code, as CommonJS: a dynamic import would fail in a test runner that runs scripts in a context of its own. */
async function bundle() {
  const options = {
    bundle: true,
    platform: "node",
    format: "cjs",
    target: "node20.19",
    // Strings in Latin-1 take half the memory. Names stay: errors show them.
    charset: "ascii",
    minifySyntax: true,
    minifyWhitespace: true,
    legalComments: "none",
    metafile: true,
    absWorkingDir: own,
    external: Object.keys(readPackage().peerDependencies),
    // The CommonJS variants of packages are larger, and cannot be reduced to what is used.
    mainFields: ["module", "main"],
  }
  const command = {
    name: "command",
    setup: ({ onResolve }) =>
      onResolve({ filter: /^\.\/cli\/program$/ }, () => ({ path: "./index.js", external: true })),
  }
  await build({ ...options, entryPoints: ["src/cli.ts"], outfile: path.join(dist, "cli.js"), plugins: [command] })
  // The types name what is public; the command and this build need two functions more.
  const contents = `
    export * from "./src/index"
    export { createProgram } from "./src/cli/program"
    export { configJsonSchema } from "./src/config/config-schema"`
  return build({
    ...options,
    stdin: { contents, resolveDir: own, loader: "ts" },
    outfile: path.join(dist, "index.js"),
    plugins: [withoutTables],
  })
}

/** Removes everything but the declarations that the given one reaches. Returns the files that stay. */
function keepReachable(entry) {
  const reached = new Set()
  const visit = (file) => {
    if (reached.has(file)) {
      return
    }
    reached.add(file)
    for (const name of importedNames(file).filter((item) => item.startsWith("."))) {
      const base = path.resolve(path.dirname(file), name)
      visit([`${base}.d.ts`, path.join(base, "index.d.ts")].find((candidate) => existsSync(candidate)))
    }
  }
  visit(entry)
  for (const item of readdirSync(types, { recursive: true, withFileTypes: true })) {
    const file = path.join(item.parentPath, item.name)
    if (item.isFile() && !reached.has(file)) {
      rmSync(file)
    }
  }
  return [...reached]
}

function importedNames(file) {
  const text = readFileSync(file, "utf8")
  return [...text.matchAll(/(?:import\(|from |import )"([^"]+)"/g)].map(([, name]) => name)
}

/** Licenses of the packages that are in the bundle, which must be passed on with it. */
function bundledLicenses(inputs) {
  const folders = inputs.flatMap((input) => input.match(/^.*node_modules\/(?:@[^/]+\/)?[^/]+/) ?? [])
  return [...new Set(folders)]
    .sort()
    .map((folder) => {
      const { name, version, license } = JSON.parse(readFileSync(path.join(own, folder, "package.json"), "utf8"))
      const file = readdirSync(path.join(own, folder)).find((item) => /^(license|licence|copying)/i.test(item))
      const text = file ? readFileSync(path.join(own, folder, file), "utf8").trim() : `License: ${license}`
      return `${name} ${version}\n\n${text}\n`
    })
    .join(`\n${"-".repeat(80)}\n\n`)
}

/** @throws when the bundle loads, or the types name, a package that neither the bundle nor package.json has */
function checkDeclared() {
  const { dependencies, peerDependencies } = readPackage()
  const loaded = Object.values(metafile.outputs).flatMap(({ imports }) => imports.map((item) => item.path))
  const needed = [...loaded, ...typeFiles.flatMap(importedNames).filter((name) => !name.startsWith("."))]
  const declared = { ...dependencies, ...peerDependencies }
  const undeclared = [...new Set(needed.filter((name) => !isBuiltin(name) && !(packageName(name) in declared)))]
  if (undeclared.length > 0) {
    throw new Error(`package.json of pos-sandbox does not name what its code or types import: ${undeclared.join(", ")}`)
  }
}

function packageName(name) {
  return name
    .split("/")
    .slice(0, name.startsWith("@") ? 2 : 1)
    .join("/")
}

function readPackage() {
  return JSON.parse(readFileSync(path.join(own, "package.json"), "utf8"))
}
