import { existsSync, mkdirSync, rmSync, symlinkSync } from "node:fs"
import path from "node:path"
import { keepEsAdmin } from "./keep-es-admin.mjs"
import { DemoState, fingerprintOf } from "./demo-environment.mjs"
import { root } from "./install-locked.mjs"

/** The store's own folder: its configuration and its seed. */
export const shopFolder = path.join(root, "demo")
export const medusaBin = path.join(root, "node_modules", ".bin", "medusa")
export const ADMIN_EMAIL = "admin@example.com"

/** What every process of the demo shop reads from its environment; demo/medusa-config.ts says what for. */
export const shopEnvironment = ({ databaseUrl, secret, password, directory, sandboxUrl, shopUrl, withAdmin }) => ({
  DATABASE_URL: databaseUrl,
  DEMO_SECRET: secret,
  DEMO_ADMIN: String(withAdmin),
  DEMO_ADMIN_EMAIL: ADMIN_EMAIL,
  DEMO_ADMIN_PASSWORD: password,
  DEMO_STATIC: path.join(directory, "static"),
  POS_SERVICE_URL: sandboxUrl,
  SHOP_URL: shopUrl,
  MEDUSA_DISABLE_TELEMETRY: "true",
  // The admin's style sheet is made from what the plugins write; they are looked up from where Medusa is installed.
  NODE_PATH: path.join(shopFolder, "node_modules"),
})

/**
 * Builds the plugin and, if asked to, the store's admin, each only when its sources have changed; migrates and fills the
 * shop's database, each once.
 * @param children runs the tools and is ended with everything else
 * @param state what was done to this demo's database
 */
export async function prepareDemoShop({ children, state, env, logFile, withAdmin, say }) {
  const medusa = (name, ...parameters) => children.run(name, medusaBin, parameters, { cwd: shopFolder, env, logFile })
  const builds = new DemoState(path.join(root, ".data", "builds"))
  const sources = fingerprintOf("src", "tsconfig.json", "package.json")
  const built = existsSync(path.join(root, ".medusa", "server", "src", "modules", "pos", "index.js"))
  await builds.unlessDone("plugin", built ? sources : `${sources} missing`, async () => {
    say("Building the plugin …")
    await children.run("The build", medusaBin, ["plugin:build"], { env, logFile })
  })
  keepEsAdmin()
  builds.set("plugin", sources)
  linkPlugin()
  if (withAdmin) {
    const bundled = existsSync(path.join(shopFolder, ".medusa", "server", "public", "admin", "index.html"))
    const adminSources = `${sources}${fingerprintOf("demo", "package-lock.json")}${bundled}`
    await builds.unlessDone("admin", adminSources, async () => {
      say("Building the admin (about a minute, the first time only) …")
      await medusa("The admin's build", "build")
    })
    builds.set("admin", adminSources.replace(/false$/, "true"))
  }
  await state.unlessDone("migrated", migrations(), async () => {
    say("Preparing the database …")
    await medusa("The migration", "db:migrate")
  })
  await state.unlessDone("seeded", "1", async () => {
    say("Filling the store …")
    await medusa("The seed", "exec", "./src/scripts/seed.ts")
    state.set("checkout", "1")
  })
  // A demo that was filled by an earlier version has no shipping option and no publishable key.
  await state.unlessDone("checkout", "1", async () => {
    say("Preparing the checkout …")
    await medusa("The checkout", "exec", "./src/scripts/checkout.ts")
  })
}

/** What a database's tables are made by. */
const migrations = () => fingerprintOf("src/modules", "package-lock.json")

/** Says of a new demo that its database has every table already. */
export const markMigrated = (state) => state.set("migrated", migrations())

/** How `medusa start` is run: what was built as in production; without an admin the sources as they stand. */
export function startOfShop({ withAdmin, images }) {
  if (!withAdmin) {
    return { cwd: shopFolder, NODE_ENV: "development" }
  }
  const cwd = path.join(shopFolder, ".medusa", "server")
  linkImages(cwd, images)
  return { cwd, NODE_ENV: "production" }
}

/** The store finds the plugin by its name, as if it had been installed. */
function linkPlugin() {
  const link = path.join(shopFolder, "node_modules", "medusa-plugin-pos")
  if (!existsSync(link)) {
    mkdirSync(path.dirname(link), { recursive: true })
    symlinkSync(root, link, "junction")
  }
}

/** Medusa serves the folder static beside the server, which every build makes anew. */
function linkImages(serverDirectory, images) {
  const link = path.join(serverDirectory, "static")
  rmSync(link, { recursive: true, force: true })
  mkdirSync(images, { recursive: true })
  symlinkSync(images, link, "junction")
}

/** Starts the sandbox from its sources, with its state kept in `directory`. */
export async function startDemoSandbox({ children, env, logFile, directory, port, dialect }) {
  const starting = children.start(
    "The sandbox",
    process.execPath,
    [
      "--import",
      "tsx",
      path.join(root, "packages", "pos-sandbox", "src", "cli.ts"),
      "--port",
      String(port),
      "--json",
      "--empty",
      "--allow-loopback",
      "--data",
      path.join(directory, "sandbox.data"),
      "--dialect",
      dialect,
    ],
    { env, logFile, ready: (text) => text.startsWith('{"url"') }
  )
  const { pid } = children.list.at(-1)
  return { ...JSON.parse(await starting), pid }
}

/** The store as an application of the POS, made anew with the demo; as what its processes read of it. */
export async function registerDemoShop({ control, state, shopUrl }) {
  const application = await state.once("application", async () =>
    control("POST", "/_sandbox/oauth-clients", {
      name: "Webbutiken",
      redirectUris: [`${shopUrl}/app/settings/pos/signed-in`],
    })
  )
  return { POS_CLIENT_ID: application.clientId, POS_CLIENT_SECRET: application.clientSecret }
}

export const openOrganization = async ({ control, state }) =>
  state.once("organization", async () =>
    control("POST", "/_sandbox/organizations", { name: "Åsas Butik", country: "SE", currency: "SEK" })
  )
