import { cpSync, readFileSync, writeFileSync } from "node:fs"
import path from "node:path"
import semver from "semver"
import { root } from "../../scripts/install-locked.mjs"

const EXAMPLE = path.join(root, "examples", "shop")

const readJson = (file) => JSON.parse(readFileSync(file, "utf8"))

/** The manifest of the example shop, whose Medusa is the one that this project is developed with. */
export const exampleManifest = readJson(path.join(EXAMPLE, "package.json"))

const { optionalDependencies, peerDependencies } = readJson(path.join(root, "package.json"))

export const DEVELOPED_WITH = exampleManifest.dependencies["@medusajs/medusa"]

/** No range of npm holds a prerelease: the store says that the plugin takes it all the same. */
function withPrerelease({ overrides, ...manifest }) {
  const any = Object.fromEntries(
    Object.keys(peerDependencies)
      .filter((name) => name.startsWith("@medusajs/"))
      .map((name) => [name, "*"])
  )
  return { ...manifest, overrides: { ...overrides, "medusa-plugin-pos": any } }
}

/**
 * The example shop in a folder elsewhere, as a developer has it, with a version of Medusa, the packed plugin and the packed sandbox. The
 * demo's seed comes with it: a store that has something to sell.
 */
export function writeShop(folder, { tarballs, medusa = DEVELOPED_WITH, manager }) {
  cpSync(EXAMPLE, folder, {
    recursive: true,
    filter: (source) => !/[\\/](node_modules|\.medusa)([\\/]|$)/.test(path.relative(EXAMPLE, source)),
  })
  cpSync(path.join(root, "demo", "src", "scripts"), path.join(folder, "src", "scripts"), { recursive: true })
  const { overrides: _others, ...shop } = exampleManifest
  const ofMedusa = Object.fromEntries(
    Object.keys(shop.dependencies).map((name) => [
      name,
      name === "medusa-plugin-pos" ? `file:${path.relative(folder, tarballs.plugin)}` : medusa,
    ])
  )
  // The seed draws its images with sharp: where packages see only what they name themselves, the store names it.
  const devDependencies = {
    ...shop.devDependencies,
    "pos-sandbox": `file:${path.relative(folder, tarballs.sandbox)}`,
    sharp: optionalDependencies.sharp,
  }
  const manifest = {
    ...shop,
    dependencies: ofMedusa,
    devDependencies,
    ...(semver.prerelease(medusa) ? withPrerelease(manager.manifest) : manager.manifest),
  }
  writeFileSync(path.join(folder, "package.json"), JSON.stringify(manifest, null, 2))
  // A browser opens its admin over HTTP, and a session's cookie of production goes over HTTPS only.
  const config = path.join(folder, "medusa-config.ts")
  writeFileSync(
    config,
    readFileSync(config, "utf8").replace(
      "projectConfig: {",
      "projectConfig: { cookieOptions: { secure: false, sameSite: 'lax' },"
    )
  )
  for (const [name, text] of Object.entries(manager.files)) {
    writeFileSync(path.join(folder, name), text)
  }
}
