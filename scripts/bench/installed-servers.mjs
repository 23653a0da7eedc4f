import { execFile, execFileSync, spawn } from "node:child_process"
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs"
import http from "node:http"
import { tmpdir } from "node:os"
import path from "node:path"
import { setTimeout as wait } from "node:timers/promises"
import { promisify } from "node:util"
import { root } from "../install-locked.mjs"
import { freePort } from "../postgres.mjs"
import { readUsage } from "./process-usage.mjs"
import { round } from "./table.mjs"

const run = promisify(execFile)

/** Starts of each server; what is measured is their median. */
const STARTS = 7

/** A server that has not answered by then is left out. */
const START_WITHIN_MS = 20_000

const QUIET_MS = 1_000

/** The same number of products as the sandbox's sample store has. */
const PRODUCTS = { products: Array.from({ length: 60 }, (_none, id) => ({ id, name: `Product ${id}`, price: 100 })) }

const OWN = "pos_sandbox"

/** Each server as it is installed and started, and a request that it answers, with any status. */
const SERVERS = [
  {
    name: OWN,
    source: packSandbox,
    command: (port) => ["node_modules/pos-sandbox/dist/cli.js", "--port", port, "--json"],
    request: "/organizations/self/products/v2",
  },
  {
    name: "emulate",
    // Version 1 of this name is another package.
    source: () => "emulate@^0.12.2",
    command: (port) => ["node_modules/emulate/dist/index.js", "start", "--service", "github", "--port", port],
    request: "/user",
  },
  {
    name: "json_server",
    source: () => "json-server@^0.17.4",
    command: (port) => ["node_modules/json-server/lib/cli/bin.js", "--port", port, "db.json"],
    request: "/products",
  },
]

/** Installs the sandbox's package and its rivals, each into a temporary folder, and measures their starts in turns. */
export function installedServers(say) {
  const folder = mkdtempSync(path.join(tmpdir(), "bench-sandbox-"))
  const running = new Set()
  return {
    stop() {
      running.forEach((child) => child.kill("SIGKILL"))
      rmSync(folder, { recursive: true, force: true })
    },
    async measure() {
      const measured = new Map()
      for (const server of SERVERS) {
        const megabytes = await install(server, folder).catch((error) => leaveOut(say, server, "installed", error))
        if (megabytes !== null) {
          measured.set(server, { megabytes, starts: [] })
        }
      }
      for (let turn = 0; turn < STARTS; turn++) {
        for (const [server, { starts }] of measured) {
          const start = await measureStart(server, folder, running).catch((error) =>
            leaveOut(say, server, "started", error)
          )
          if (start) {
            starts.push(start)
          } else {
            measured.delete(server)
          }
        }
      }
      return toFigures(measured)
    },
  }
}

/** @throws the error where it is the sandbox's own */
function leaveOut(say, { name }, what, error) {
  if (name === OWN) {
    throw error
  }
  const [reason] = String(error.stderr || error.message).match(/[^\n]*Error[^\n]*/) ?? [error.message]
  say(`${name} is left out; it could not be ${what}: ${reason}`)
  return null
}

function packSandbox() {
  const output = execFileSync(process.execPath, ["scripts/pack-sandbox.mjs"], { cwd: root, encoding: "utf8" })
  return output.trim().split("\n").at(-1)
}

/** @returns the size of all installed files, in MB */
async function install({ name, source }, folder) {
  const cwd = path.join(folder, name)
  mkdirSync(cwd)
  writeFileSync(path.join(cwd, "package.json"), "{}")
  writeFileSync(path.join(cwd, "db.json"), JSON.stringify(PRODUCTS))
  await run("npm", ["install", "--omit=optional", "--no-audit", "--no-fund", source()], { cwd, timeout: 300_000 })
  const files = readdirSync(path.join(cwd, "node_modules"), { recursive: true, withFileTypes: true })
  const sizes = files
    .filter((item) => item.isFile())
    .map((item) => statSync(path.join(item.parentPath, item.name)).size)
  return sizes.reduce((sum, size) => sum + size, 0) / 1e6
}

/** Starts a server. @returns the milliseconds to its first answer, and its resident memory after a quiet second */
async function measureStart({ name, command, request }, folder, running) {
  const port = await freePort()
  const cwd = path.join(folder, name)
  const env = { ...process.env, NODE_ENV: "production", XDG_CACHE_HOME: path.join(folder, "cache") }
  const began = performance.now()
  const child = spawn(process.execPath, command(String(port)), { cwd, env, stdio: ["ignore", "ignore", "pipe"] })
  running.add(child)
  const ended = new Promise((resolve) => child.once("exit", resolve))
  let stderr = ""
  child.stderr.on("data", (text) => (stderr += text))
  try {
    while (!(await answers(port, request))) {
      if (child.exitCode !== null || performance.now() - began > START_WITHIN_MS) {
        throw Object.assign(new Error(`${name} does not answer`), { stderr })
      }
      await wait(2)
    }
    const milliseconds = performance.now() - began
    await wait(QUIET_MS)
    return { milliseconds, megabytes: readUsage(child.pid).resident_mb }
  } finally {
    child.kill("SIGKILL")
    await ended
    running.delete(child)
  }
}

function answers(port, request) {
  return new Promise((resolve) => {
    http
      .get({ host: "127.0.0.1", port, path: request, agent: false }, (response) =>
        response.resume().on("end", () => resolve(true))
      )
      .on("error", () => resolve(false))
  })
}

const median = (values) => values.sort((left, right) => left - right)[Math.floor(values.length / 2)]

/** The sandbox's own figures have aims; a rival's are for comparison, and absent where it was left out. */
function toFigures(measured) {
  const values = [...measured].map(([{ name }, { megabytes, starts }]) => ({
    name,
    installed_mb: round(megabytes, 1),
    first_answer_ms: round(median(starts.map(({ milliseconds }) => milliseconds)), 0),
    idle_mb: round(median(starts.map((start) => start.megabytes)), 0),
  }))
  const own = values.find(({ name }) => name === OWN)
  const rivals = values.filter((item) => item !== own)
  const names = ["installed_mb", "first_answer_ms", "idle_mb"]
  return Object.fromEntries(
    names.flatMap((name) => [
      [name, own?.[name] ?? null],
      [`rivals_${name}`, Object.fromEntries(rivals.map((rival) => [rival.name, rival[name]]))],
    ])
  )
}
