import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import path from "node:path"
import { adminOf } from "../../scripts/demo-story.mjs"
import { root } from "../../scripts/install-locked.mjs"
import { freePort, withClient } from "../../scripts/postgres.mjs"
import { hold } from "./main-job.mjs"
import { binOf, environmentOf, LOGIN, startStore } from "./store-processes.mjs"

const GUIDE = readFileSync(path.join(root, "docs", "guides", "uninstall.md"), "utf8")
/** More often than there will ever be migrations. */
const MOST_ROLLBACKS = 50

/** What of `examples/shop/medusa-config.ts` is there for the plugin. */
const OF_THE_PLUGIN = [
  /^import .*(PosPluginOptions|nameTheUnit).*\n/gm,
  /^\/\*\* POS_ENCRYPTION_KEY [^]*?^\}\n/m,
  /^ {2}plugins: .*\n/m,
  /^ {2}\/\/ Orders from the POS [^]*?^ {2}\],\n/m,
]

/** Disconnects everything, as step 4 of the guide says. @returns what has to be there without the plugin, too */
export async function disconnectAll(shopUrl) {
  const admin = await adminOf(shopUrl, LOGIN)
  const { connections } = await admin("GET", "/admin/pos/connections")
  for (const { id } of connections) {
    await admin("DELETE", `/admin/pos/connections/${id}`)
  }
  return readStore(admin)
}

/** Orders with what they cost, products and levels, as Medusa's own routes have them. */
async function readStore(admin) {
  const { orders } = await admin("GET", "/admin/orders?limit=100&order=id&fields=id,display_id,total,payment_status")
  const { products } = await admin("GET", "/admin/products?limit=100&order=id&fields=id,title,status")
  const { inventory_items } = await admin("GET", "/admin/inventory-items?limit=100&order=id&fields=id,stocked_quantity")
  return { orders, products, inventory_items }
}

/**
 * Removes the plugin from a store that has traded, by the steps of docs/guides/uninstall.md, then builds and starts the
 * store without it.
 * @param before what `disconnectAll` has read
 */
export async function removePlugin({ folder, children, postgres, say }, { manager, node, database, before }) {
  say("— remove the plugin, as the guide says")
  const port = await freePort()
  const shopUrl = `http://localhost:${port}`
  const env = {
    ...environmentOf({ postgres }, { node, database, shopUrl, sandboxUrl: "http://127.0.0.1:9" }),
    PORT: String(port),
  }
  const logFile = path.join(folder, "remove.log")
  const medusa = (...parameters) =>
    children.run(`medusa ${parameters.join(" ")}`, binOf(folder, "medusa"), parameters, { cwd: folder, env, logFile })

  const [, rollback = ""] = /`npx medusa (db:rollback [^`]+)`/.exec(GUIDE) ?? []
  let said = ""
  for (let count = 0; !/nothing to revert/i.test(said); count++) {
    hold(rollback !== "" && count < MOST_ROLLBACKS, `the guide's rollback ends (${count})`, () => undefined)
    said = await medusa(...rollback.split(" "))
  }
  leaveOutPlugin(folder)
  await children.run("install", manager.install[0], manager.install.slice(1), { cwd: folder, env, logFile })
  const isInstalled = readdirSync(path.join(folder, "node_modules")).includes("medusa-plugin-pos")
  hold(!isInstalled, "the package is gone", say)
  await medusa("build")
  const url = postgres.url(database)
  await withClient(url, async (client) => {
    for (const [, sql] of GUIDE.matchAll(/```sql\n([^]*?)```/g)) {
      const { rows } = await client.query(sql)
      for (const statement of rows.flatMap((row) => Object.values(row))) {
        await client.query(statement)
      }
    }
    const { rows } = await client.query("SELECT relname FROM pg_class WHERE relname ILIKE '%pos\\_%' ORDER BY 1")
    const left = rows.map(({ relname }) => relname).filter((name) => /^(idx_)?pos_/i.test(name))
    hold(left.length === 0, `no table or index of the plugin is left${left.length > 0 ? `: ${left}` : ""}`, say)
  })

  await startStore(children, { folder, url: shopUrl, logFile, env })
  const admin = await adminOf(shopUrl, LOGIN)
  const after = await readStore(admin)
  hold(
    JSON.stringify(after) === JSON.stringify(before),
    `the store has the same ${after.orders.length} orders, and its stock`,
    say
  )
  const answer = await admin("GET", "/admin/pos/connections").catch(({ message }) => message)
  hold(String(answer).includes("answered 404"), "it starts without the plugin", say)
}

/** Takes everything of the plugin out of the example shop: its options, code that is written for it, and the package. */
export function leaveOutPlugin(folder) {
  const config = path.join(folder, "medusa-config.ts")
  const text = OF_THE_PLUGIN.reduce((left, part) => left.replace(part, ""), readFileSync(config, "utf8"))
  hold(!/medusa-plugin-pos|nameTheUnit/.test(text), "medusa-config.ts no longer names the plugin", () => undefined)
  writeFileSync(config, text)
  for (const name of ["api", "subscribers", "workflows", "pos"]) {
    rmSync(path.join(folder, "src", name), { recursive: true, force: true })
  }
  const file = path.join(folder, "package.json")
  const manifest = JSON.parse(readFileSync(file, "utf8"))
  delete manifest.dependencies["medusa-plugin-pos"]
  writeFileSync(file, JSON.stringify(manifest, null, 2))
}
