import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import path from "node:path"
import semver from "semver"
import { Children } from "../../scripts/demo-environment.mjs"
import { root } from "../../scripts/install-locked.mjs"
import { freePort } from "../../scripts/postgres.mjs"
import { doMainJob, hold } from "./main-job.mjs"
import { disconnectAll, removePlugin } from "./remove-plugin.mjs"
import { binOf, builtIn, environmentOf, LOGIN, startSandbox, startStore } from "./store-processes.mjs"
import { DEVELOPED_WITH, writeShop } from "./write-shop.mjs"

/** What ends each shop that is being tried. */
const underWay = new Set()

/** Ends every shop that is being tried, and deletes its folder. */
export async function giveUp() {
  await Promise.all([...underWay].map((end) => end()))
}

/** The first lines of a log that report errors; what comes after them is often a screenful of objects. */
function complaintsIn(logFile) {
  const lines = existsSync(logFile) ? readFileSync(logFile, "utf8").split("\n") : []
  return lines.filter((line) => /error|not exported|cannot|failed/i.test(line)).slice(0, 8)
}

/** Runs `work` and reports how it ended, and after how many seconds; where it failed with what its log complains of. */
async function attempt(work, logFile) {
  const begun = performance.now()
  try {
    await work()
    return { error: null, seconds: Math.round((performance.now() - begun) / 1_000) }
  } catch (error) {
    const reason = error instanceof Error ? (error.message.split("\n")[0] ?? "") : String(error)
    return { error: [reason, ...complaintsIn(logFile)].join("\n"), seconds: null }
  }
}

/**
 * A fresh shop elsewhere on the disk installs the packed package, builds its admin, migrates and is filled; then it boots
 * and does the main job on each of the given Nodes, with a database as it was. On the last one, the plugin is then removed.
 * It proves what no test in this folder can: that the package alone is enough, and that a store can do without it. The
 * folder is gone afterwards.
 * @param nodes `{ version, directory }`, where `directory` holds the program and null is the Node that runs this
 * @returns {Promise<{ node: string, error: string | null, seconds: number | null }[]>}
 */
export async function tryShop({ tarballs, medusa, manager, nodes, postgres, say }) {
  const screenshots = path.join(root, ".data", "install-pages", medusa ?? DEVELOPED_WITH)
  const folder = mkdtempSync(path.join(tmpdir(), "pos-install-"))
  const children = new Children()
  const prepared = `install_${Date.now()}`
  const end = async () => {
    underWay.delete(end)
    await children.stopAll()
    rmSync(folder, { recursive: true, force: true })
  }
  underWay.add(end)
  try {
    writeShop(folder, { tarballs, medusa, manager })
    const shop = { folder, children, postgres, say }
    const preparing = await attempt(
      () => prepareShop(shop, { manager, database: prepared, node: nodes[0] }),
      path.join(folder, "prepare.log")
    )
    const results = []
    for (const node of nodes) {
      say(`— on Node ${node.version}`)
      const database = `${prepared}_${results.length}`
      let before = null
      let result = preparing.error
        ? preparing
        : await attempt(
            async () => {
              await postgres.createDatabase(database, prepared)
              // The pages are the same on each Node.
              const pages = node === nodes[0] ? screenshots : null
              before = await bootAndTry(shop, { node, database, screenshots: pages, isLast: node === nodes.at(-1) })
            },
            path.join(folder, `${database}.log`)
          )
      if (before !== null) {
        const removing = { manager, node, database, before }
        const { error } = await attempt(() => removePlugin(shop, removing), path.join(folder, "remove.log"))
        result = { ...result, error }
      }
      await postgres.dropDatabase(database)
      say(result.error ?? `  done in ${result.seconds} s`)
      results.push({ node: node.version, ...result })
    }
    return results
  } finally {
    await end()
    await postgres.dropDatabase(prepared)
  }
}

/** As docs/reference/doctor.md has it. */
export const DOCTOR = "./node_modules/medusa-plugin-pos/.medusa/server/src/scripts/doctor.js"

/** Installs the package in a store, builds it, migrates it and fills it. */
export async function prepareShop(shop, { manager, database, node }) {
  const { folder, children, postgres, say } = shop
  const logFile = path.join(folder, "prepare.log")
  const env = environmentOf(shop, { node, database, shopUrl: "http://localhost:9", sandboxUrl: "http://127.0.0.1:9" })
  const step = (what, command, ...parameters) => {
    say(`— ${what}`)
    return children.run(what, command, parameters, { cwd: folder, env, logFile })
  }
  const medusa = binOf(folder, "medusa")
  await step("install the package in a fresh shop", ...manager.install)
  await step("build the store with its admin", medusa, "build")
  const admin = path.join(builtIn(folder), "public", "admin")
  const scripts = readdirSync(admin, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".js"))
  const isOurs = (file) => readFileSync(path.join(admin, file), "utf8").includes("/admin/pos/connections")
  hold(scripts.some(isOurs), "the admin has the plugin's pages", say)
  await postgres.createDatabase(database)
  await step("migrate", medusa, "db:migrate")
  hold(/MODULE: pos\b/.test(readFileSync(logFile, "utf8")), "db:migrate migrates the module pos", say)
  await step("fill the store", medusa, "exec", "./src/scripts/seed.ts")
}

/** @returns on the last Node, when everything is disconnected: what the store has */
async function bootAndTry({ folder, postgres, say }, { node, database, screenshots, isLast }) {
  const children = new Children()
  const end = () => children.stopAll()
  underWay.add(end)
  try {
    const [port, sandboxPort] = [await freePort(), await freePort()]
    const [shopUrl, sandboxUrl] = [`http://localhost:${port}`, `http://127.0.0.1:${sandboxPort}`]
    const env = environmentOf({ postgres }, { node, database, shopUrl, sandboxUrl })
    const options = { cwd: folder, env: { ...env, PORT: String(port) } }
    const logFile = path.join(folder, `${database}.log`)
    const sandbox = await startSandbox(children, { folder, port: sandboxPort, logFile, env: options.env })
    await startStore(children, { folder, url: shopUrl, logFile, env: options.env })
    const statusOf = async (route, request) => (await fetch(`${shopUrl}${route}`, request)).status
    hold((await statusOf("/admin/pos/connections")) === 401, "the plugin's routes are there, behind a login", say)
    const hook = { method: "POST", headers: { "content-type": "application/json" }, body: "{}" }
    hold((await statusOf("/hooks/pos/unknown", hook)) === 404, "the webhook endpoint is there", say)
    const log = () => readFileSync(logFile, "utf8")
    await doMainJob({ shopUrl, login: LOGIN, sandbox, log, say: (text) => say(`  ${text.trim()}`) })
    await children.run(
      "The doctor",
      binOf(folder, "medusa"),
      ["exec", DOCTOR, `bundle=${path.join(folder, "bundle")}`],
      {
        ...options,
        logFile: `${logFile}.doctor`,
      }
    )
    if (screenshots !== null) {
      await openPages({ folder, shopUrl, screenshots, children, logFile: `${logFile}.pages`, say })
    }
    const findings = JSON.parse(readFileSync(path.join(folder, "bundle"), "utf8")).findings
    hold(findings.length > 10, "the doctor's command finds nothing wrong, and writes it down", say)
    const isNew = /medusa-plugin-pos is tested with/.test(log())
    say(`  this Medusa is one that the plugin ${isNew ? "does not know yet: it says so" : "is tested with"}`)
    return isLast ? await disconnectAll(shopUrl) : null
  } finally {
    underWay.delete(end)
    await end()
  }
}

/** Medusa 2.19 has the route of the search, too, but its dashboard asks for Medusa's own entities only. */
const FIRST_WITH_SEARCH_ENTITIES = "2.20.0"

/** Opens the admin's pages in a browser, with the Node and the packages of this project. */
async function openPages({ folder, shopUrl, screenshots, children, logFile, say }) {
  const script = path.join(root, "integration-tests", "install", "open-pages.ts")
  const dashboard = path.join(folder, "node_modules", "@medusajs", "dashboard", "package.json")
  const { version } = JSON.parse(readFileSync(dashboard, "utf8"))
  const search = semver.gte(version, FIRST_WITH_SEARCH_ENTITIES) ? ["search"] : []
  const parameters = ["--import", "tsx", script, shopUrl, LOGIN.email, LOGIN.password, ...search]
  const run = children.run("open-pages", process.execPath, parameters, {
    cwd: root,
    env: { SCREENSHOTS: screenshots },
    logFile,
  })
  await run.catch(({ message }) => {
    throw new Error(`Could not open every page: ${message.split("\n").slice(1).join("; ")}`)
  })
  say(`  ${readFileSync(logFile, "utf8").trim()}`)
}
