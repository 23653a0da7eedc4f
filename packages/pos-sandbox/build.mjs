import { execFileSync } from "node:child_process"
import { cpSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs"
import { createRequire } from "node:module"
import path from "node:path"
import { fileURLToPath } from "node:url"
import { buildPage } from "./build-page.mjs"

/**
 * Builds the package: its own code and the modules of the plugin that it shares (the contract of the POS API, signatures,
 * images), the POS page, and the JSON schema of the configuration file. Fails when the code imports a package that
 * package.json does not name.
 */
const own = path.dirname(fileURLToPath(import.meta.url))
const dist = path.join(own, "dist")
const code = path.join(dist, "packages", "pos-sandbox", "src")
const require = createRequire(import.meta.url)

rmSync(dist, { recursive: true, force: true })
execFileSync(process.execPath, [require.resolve("typescript/bin/tsc"), "-p", own], { stdio: "inherit" })
cpSync(path.join(own, "src", "pos-page", "public"), path.join(code, "pos-page", "public"), { recursive: true })
writeFileSync(path.join(code, "pos-page", "public", "main.js"), await buildPage())
cpSync(path.join(own, "..", "..", "LICENSE"), path.join(own, "LICENSE"))
const { configJsonSchema } = require(path.join(code, "config", "config-schema.js"))
writeFileSync(path.join(own, "pos-sandbox.schema.json"), `${JSON.stringify(configJsonSchema(), null, 2)}\n`)

const { dependencies, peerDependencies } = JSON.parse(readFileSync(path.join(own, "package.json"), "utf8"))
const undeclared = importedPackages(dist).filter((name) => !(name in dependencies) && !(name in peerDependencies))
if (undeclared.length > 0) {
  throw new Error(`package.json of pos-sandbox does not name what its code imports: ${undeclared.join(", ")}`)
}

/** Every package that compiled code or its types import. */
function importedPackages(directory) {
  const files = readdirSync(directory, { recursive: true, encoding: "utf8" }).filter(
    (file) => /\.(js|d\.ts)$/.test(file) && !file.includes(`${path.sep}public${path.sep}`)
  )
  const names = files.flatMap((file) => {
    const text = readFileSync(path.join(directory, file), "utf8")
    return [...text.matchAll(/(?:(?:require|import)\(|from )"([^".][^"]*)"/g)].map(([, name]) => name)
  })
  const packages = names
    .filter((name) => !name.startsWith("node:"))
    .map((name) =>
      name
        .split("/")
        .slice(0, name.startsWith("@") ? 2 : 1)
        .join("/")
    )
  return [...new Set(packages)].sort()
}
