import { execFileSync, spawn } from "node:child_process"
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import path from "node:path"
import { parseArgs } from "node:util"
import { waitFor } from "./demo-environment.mjs"
import { adminOf, jsonApi } from "./demo-story.mjs"
import { root } from "./install-locked.mjs"

/**
 * `npm run time:onboarding [-- --warm]`: how long it takes somebody who has nothing yet to see a sale of their own as an order: clone,
 * `npm run demo`, a sale at the register. Cold, npm's cache is empty; with `--warm` it is this machine's.
 */
const LONGEST_SECONDS = 300
const { values } = parseArgs({ options: { warm: { type: "boolean" } } })

const directory = mkdtempSync(path.join(tmpdir(), "pos-onboarding-"))
// Where this runs as root, PostgreSQL does not, and must get in.
chmodSync(directory, 0o755)
const clone = path.join(directory, "clone")
const cache = path.join(directory, "npm-cache")
mkdirSync(cache)
const steps = []
/** The step that is under way ends, and the next begins. */
let current = null
function begin(name) {
  const now = performance.now()
  if (current) {
    steps.push({ name: current.name, seconds: (now - current.at) / 1_000 })
  }
  current = name === null ? null : { name, at: now }
}

let demo = null
try {
  begin("clone")
  execFileSync("git", ["clone", "--quiet", `file://${root}`, clone])
  begin("npm run demo")
  const { up, ended } = startDemo()
  demo = ended
  const places = await up
  begin("a sale of one's own, until it is an order")
  await sellOne(places)
  begin(null)
} finally {
  await demo?.()
  rmSync(directory, { recursive: true, force: true })
}
report()

/** What the demo says on its way are the steps. */
function startDemo() {
  const env = { ...process.env, ...(values.warm ? {} : { npm_config_cache: cache }) }
  const child = spawn("npm", ["run", "--silent", "demo", "--", "--json"], { cwd: clone, env, detached: true })
  let said = ""
  child.stderr.on("data", (text) => {
    said += text
    String(text)
      .split("\n")
      .filter((line) => line.endsWith("…"))
      .forEach((line) => begin(line.replace(/ …$/, "")))
  })
  const up = new Promise((resolve, reject) => {
    let output = ""
    child.stdout.on("data", (text) => {
      output += text
      if (output.includes("\n")) {
        resolve(JSON.parse(output))
      }
    })
    child.once("exit", (code) => reject(new Error(`The demo ended with ${code}:\n${said.slice(-3_000)}`)))
  })
  const ended = () =>
    new Promise((resolve) => {
      if (child.exitCode !== null) {
        resolve()
        return
      }
      child.once("exit", resolve)
      // As Ctrl-C does: to npm and what it has started.
      process.kill(-child.pid, "SIGINT")
    })
  return { up, ended }
}

async function sellOne({ shop_url, admin_email, admin_password, sandbox_url, control_token }) {
  const control = jsonApi(sandbox_url, { authorization: `Bearer ${control_token}` })
  const admin = await adminOf(shop_url, { email: admin_email, password: admin_password })
  const [{ uuid: organizationUuid }] = await control("GET", "/_sandbox/organizations")
  const [product] = await control("GET", `/_sandbox/products?organizationUuid=${organizationUuid}&q=Raggsockor`)
  const { purchaseUUID1 } = await control("POST", "/_sandbox/sales", {
    organizationUuid,
    items: [{ variantUuid: product.variants[0].uuid, quantity: 1 }],
  })
  await waitFor("the sale is an order", 60, async () => {
    const { receipts } = await admin("GET", `/admin/pos/receipts?purchase_uuid=${purchaseUUID1}`)
    return receipts[0]?.order_id && (await admin("GET", `/admin/orders/${receipts[0].order_id}`)).order
  })
}

function report() {
  const total = steps.reduce((sum, { seconds }) => sum + seconds, 0)
  const lines = [...steps, { name: "together", seconds: total }].map(
    ({ name, seconds }) => `${seconds.toFixed(1).padStart(7)} s  ${name}`
  )
  process.stdout.write(`${values.warm ? "With npm's cache" : "Cold"}:\n${lines.join("\n")}\n`)
  process.exitCode = total <= LONGEST_SECONDS ? 0 : 1
}
