import { renameSync } from "node:fs"
import path from "node:path"
import { MANAGERS } from "../../integration-tests/install/managers.mjs"
import { packPlugin, packSandbox } from "../../integration-tests/install/pack-plugin.mjs"
import { leaveOutPlugin } from "../../integration-tests/install/remove-plugin.mjs"
import { binOf, builtIn, environmentOf, LOGIN, startSandbox } from "../../integration-tests/install/store-processes.mjs"
import { prepareShop } from "../../integration-tests/install/try-shop.mjs"
import { writeShop } from "../../integration-tests/install/write-shop.mjs"
import { waitFor } from "../demo-environment.mjs"
import { adminOf, connect, jsonApi, waitUntilPushed } from "../demo-story.mjs"
import { root } from "../install-locked.mjs"
import { freePort } from "../postgres.mjs"

const SEEDED = "idle_seeded"

/** The builds stand beside Medusa's own, where no compiler looks for sources. */
const WITH = ".medusa/with-plugin"
const WITHOUT = ".medusa/without-plugin"

/** A process of `medusa start` on a store's build, and what it reads. */
export class IdleStore {
  constructor({ name, folder, build, database, postgres, port, sandboxUrl }) {
    this.name = name
    this.folder = folder
    this.build = build
    this.database = database
    this.url = `http://localhost:${port}`
    const node = { directory: null }
    this.env = {
      ...environmentOf({ postgres }, { node, database, shopUrl: this.url, sandboxUrl }),
      NODE_ENV: "production",
      PORT: String(port),
    }
  }

  /** Starts it. Returns the process. */
  launch(children, logFile) {
    const { folder, build, env } = this
    return children.launch(binOf(folder, "medusa"), ["start"], { cwd: path.join(folder, build), env, logFile }).child
  }

  async isHealthy() {
    return fetch(`${this.url}/health`).then(
      ({ status }) => status === 200,
      () => false
    )
  }
}

/**
 * Prepares the same store three times: without the plugin, with it, and connected with an organization that has sold
 * something. Each has a database of its own with the same products; the sandbox runs until `children` are stopped.
 */
export async function prepareStores({ folder, children, postgres, products, receipts, say }) {
  const shop = { folder, children, postgres, say }
  const manager = MANAGERS.npm
  const node = { directory: null }
  const logFile = path.join(folder, "prepare.log")
  say("— build and pack the package")
  writeShop(folder, {
    tarballs: { plugin: packPlugin(path.join(folder, "packages")), sandbox: packSandbox() },
    manager,
  })
  await prepareShop(shop, { manager, database: SEEDED, node })
  const seed = ["--import", "tsx", path.join(root, "benchmarks", "idle", "seed-products.ts"), String(products)]
  await children.run("The products", process.execPath, seed, { env: { DATABASE_URL: postgres.url(SEEDED) }, logFile })
  renameSync(builtIn(folder), path.join(folder, WITH))
  say("— build the store without the plugin")
  leaveOutPlugin(folder)
  const anywhere = { database: SEEDED, shopUrl: "http://localhost:9", sandboxUrl: "http://127.0.0.1:9" }
  const env = environmentOf(shop, { node, ...anywhere })
  await children.run("medusa build", binOf(folder, "medusa"), ["build"], { cwd: folder, env, logFile })
  renameSync(builtIn(folder), path.join(folder, WITHOUT))

  const sandboxPort = await freePort()
  const sandbox = await startSandbox(children, { folder, port: sandboxPort, logFile, env })
  const stores = {}
  for (const [name, build] of [
    ["without", WITHOUT],
    ["installed", WITH],
    ["connected", WITH],
  ]) {
    const database = `idle_${name}`
    await postgres.createDatabase(database, SEEDED)
    const port = await freePort()
    stores[name] = new IdleStore({ name, folder, build, database, postgres, port, sandboxUrl: sandbox.url })
  }
  await connectStore(stores.connected, { children, sandbox, receipts, say })
  return stores
}

/** Connects a store, brings its products to the POS and sells there, until all of it is in the store. */
async function connectStore(store, { children, sandbox, receipts, say }) {
  say("— connect a store")
  const child = store.launch(children, path.join(store.folder, "connecting.log"))
  await waitFor("the store is healthy", 120, () => store.isHealthy())
  const admin = await adminOf(store.url, LOGIN)
  const control = jsonApi(sandbox.url, { authorization: `Bearer ${sandbox.controlToken}` })
  const place = { name: "Åsas Butik", country: "SE", currency: "SEK" }
  const organization = await control("POST", "/_sandbox/organizations", place)
  const connection = await connect(admin, organization, say)
  await waitUntilPushed(admin, connection.id, say)
  const { product_links } = await admin("GET", `/admin/pos/product-links?connection_id=${connection.id}&limit=1`)
  const { variant_uuid } = product_links[0].variants[0]
  for (let index = 0; index < receipts; index++) {
    await control("POST", "/_sandbox/sales", {
      organizationUuid: organization.organizationUuid,
      items: [{ variantUuid: variant_uuid, quantity: 1 }],
    })
  }
  await waitFor("every sale is an order", 120, async () => {
    const { count } = await admin("GET", "/admin/orders?limit=1")
    return count >= receipts
  })
  say(`— ${receipts} sales are orders; waiting until store and POS are at rest`)
  await waitFor("nothing waits at the POS or in the store", 900, async () => {
    const deliveries = await control("GET", `/_sandbox/deliveries?organizationUuid=${organization.organizationUuid}`)
    const { freshness } = await admin("GET", "/admin/pos/freshness")
    return deliveries.every(({ state }) => state !== "pending") && freshness.every(({ waiting }) => !waiting)
  })
  await endProcess(child)
}

/** Ends a process, and waits until it has ended. */
export async function endProcess(child) {
  const ended = new Promise((resolve) => child.once("exit", resolve))
  child.kill("SIGTERM")
  await ended
}
