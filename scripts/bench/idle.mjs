import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import path from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { gzipSync } from "node:zlib"
import { Children, waitFor } from "../demo-environment.mjs"
import { readFirstLoad } from "../keep-es-admin.mjs"
import { startPostgres, withClient } from "../postgres.mjs"
import { endProcess, prepareStores } from "./idle-stores.mjs"
import { readUsage } from "./process-usage.mjs"
import { round } from "./table.mjs"

export const options = {
  products: { type: "string", default: "1000" },
  receipts: { type: "string", default: "60" },
  boots: { type: "string", default: "3" },
  minutes: { type: "string", default: "10" },
}

const AFTER_BOOT_SECONDS = 30

/** What a start leaves to do is done by then. */
const SETTLE_SECONDS = 90

const MILLISECONDS_PER_SECOND = 1_000
const BYTES_PER_KB = 1_000

const COUNTING = ["shared_preload_libraries=pg_stat_statements", "pg_stat_statements.track_planning=on"]

/** What a store in which nothing happens pays for the plugin: at its start, and at rest. Linux only. */
export function prepare(directory, say) {
  const children = new Children()
  let postgres = null
  // Elsewhere on the disk, as a developer has it: no package of this project is found from there.
  const folder = mkdtempSync(path.join(tmpdir(), "pos-idle-"))
  return {
    get stopping() {
      return children.stopping
    },
    async stop() {
      await children.stopAll()
      await postgres?.stop()
      rmSync(folder, { recursive: true, force: true })
    },
    async run({ products, receipts, boots, minutes }) {
      postgres = await startPostgres({
        directory: path.join(directory, "postgres"),
        durable: false,
        settings: COUNTING,
      })
      const statements = new StatementCounts(postgres.url("postgres"), directory)
      await statements.open()
      const given = { folder, children, postgres, products: Number(products), receipts: Number(receipts), say }
      const stores = Object.values(await prepareStores(given))
      const measured = []
      for (let turn = 1; turn <= Number(boots); turn++) {
        for (const store of stores) {
          say(`— start ${turn} of ${boots}: ${store.name}`)
          measured.push({ store, ...(await measureBoot(store, { children, statements })) })
        }
      }
      say(`— at rest for ${minutes} minutes`)
      const rest = await measureRest(stores, { children, statements, minutes: Number(minutes) })
      const boot = (figure) =>
        of(stores, (store) =>
          median(
            measured.filter((each) => each.store === store),
            figure
          )
        )
      const perMinute = (figure) => of(stores, (store) => rest.get(store)[figure])
      return toFigures({
        products: Number(products),
        receipts: Number(receipts),
        minutes: Number(minutes),
        cpu_until_healthy_s: boot("cpu_s"),
        resident_mb: boot("resident_mb"),
        statements_until_30_s: boot("statements"),
        statements_per_minute: perMinute("statements"),
        postgres_ms_per_minute: perMinute("postgres_ms"),
        cpu_s_per_minute: perMinute("cpu_s"),
        admin_kb: of(stores, firstLoadKb),
      })
    },
  }
}

const of = (stores, figure) => Object.fromEntries(stores.map((store) => [store.name, figure(store)]))

function median(measured, figure) {
  const sorted = measured.map((each) => each[figure]).toSorted((left, right) => left - right)
  return sorted[Math.floor(sorted.length / 2)]
}

/** CPU until the first 200 of `/health`; memory and statements half a minute later. */
async function measureBoot(store, { children, statements }) {
  await statements.reset()
  const child = store.launch(children, path.join(store.folder, `${store.name}.log`))
  await waitFor(`${store.name} is healthy`, 300, () => store.isHealthy())
  const { cpu_s } = readUsage(child.pid)
  await sleep(AFTER_BOOT_SECONDS * MILLISECONDS_PER_SECOND)
  const { resident_mb } = readUsage(child.pid)
  const counted = await statements.count(store.database, "start")
  await endProcess(child)
  return { cpu_s, resident_mb, statements: counted.statements }
}

/** All of them side by side, so that the same machine is measured: what each takes in a minute. */
async function measureRest(stores, { children, statements, minutes }) {
  const running = new Map()
  for (const store of stores) {
    running.set(store, store.launch(children, path.join(store.folder, `${store.name}.log`)))
    await waitFor(`${store.name} is healthy`, 300, () => store.isHealthy())
  }
  await sleep(SETTLE_SECONDS * MILLISECONDS_PER_SECOND)
  await statements.reset()
  const before = new Map(stores.map((store) => [store, readUsage(running.get(store).pid).cpu_s]))
  await sleep(minutes * 60 * MILLISECONDS_PER_SECOND)
  const rest = new Map()
  for (const store of stores) {
    const { cpu_s } = readUsage(running.get(store).pid)
    const counted = await statements.count(store.database, "rest")
    rest.set(store, {
      cpu_s: (cpu_s - before.get(store)) / minutes,
      statements: counted.statements / minutes,
      postgres_ms: counted.ms / minutes,
    })
  }
  return rest
}

/** Statements by PostgreSQL's own count, with the time that it planned and executed them. */
class StatementCounts {
  constructor(url, directory) {
    this.url = url
    this.directory = directory
  }

  async open() {
    await withClient(this.url, (client) => client.query("CREATE EXTENSION IF NOT EXISTS pg_stat_statements"))
  }

  async reset() {
    await withClient(this.url, (client) => client.query("SELECT pg_stat_statements_reset()"))
  }

  /** Counts the statements of a database since the last reset, and lists them in a file of the bench's folder. */
  async count(database, phase) {
    const { rows } = await withClient(this.url, (client) =>
      client.query(
        `SELECT calls::float AS calls, total_exec_time + total_plan_time AS ms, query
         FROM pg_stat_statements JOIN pg_database ON pg_database.oid = dbid WHERE datname = $1 ORDER BY ms DESC`,
        [database]
      )
    )
    const lines = rows.map(
      ({ calls, ms, query }) => `${calls} times, ${round(ms, 1)} ms: ${query.replace(/\s+/g, " ")}`
    )
    writeFileSync(path.join(this.directory, `${database}-${phase}.txt`), `${lines.join("\n")}\n`)
    return {
      statements: rows.reduce((sum, { calls }) => sum + calls, 0),
      ms: rows.reduce((sum, { ms }) => sum + ms, 0),
    }
  }
}

/** What a browser fetches before the first page of the dashboard is shown, compressed. */
function firstLoadKb({ folder, build }) {
  const admin = path.join(folder, build, "public", "admin")
  const [, entry] = /<script[^>]+src="[^"]*\/(assets\/[^"]+)"/.exec(
    readFileSync(path.join(admin, "index.html"), "utf8")
  )
  const modules = readFirstLoad(path.join(admin, entry))
  return [...modules.values()].reduce((sum, code) => sum + gzipSync(code).length, 0) / BYTES_PER_KB
}

/** Rounds the figures, and adds what the plugin adds. */
function toFigures(figures) {
  const DIGITS = { cpu_until_healthy_s: 2, cpu_s_per_minute: 2 }
  const rounded = Object.fromEntries(
    Object.entries(figures).map(([name, value]) => [
      name,
      typeof value === "number"
        ? value
        : Object.fromEntries(Object.entries(value).map(([store, each]) => [store, round(each, DIGITS[name] ?? 1)])),
    ])
  )
  const more = (figure, store, digits) => round(figures[figure][store] - figures[figure].without, digits)
  return {
    ...rounded,
    installed_more_cpu_until_healthy_s: more("cpu_until_healthy_s", "installed", 2),
    installed_more_resident_mb: more("resident_mb", "installed", 1),
    installed_statements_per_minute: rounded.statements_per_minute.installed,
    connected_statements_per_minute: rounded.statements_per_minute.connected,
    installed_postgres_ms_per_minute: rounded.postgres_ms_per_minute.installed,
    connected_postgres_ms_per_minute: rounded.postgres_ms_per_minute.connected,
    installed_more_cpu_s_per_minute: more("cpu_s_per_minute", "installed", 2),
    connected_more_cpu_s_per_minute: more("cpu_s_per_minute", "connected", 2),
    connected_statements_until_30_s: rounded.statements_until_30_s.connected,
    installed_more_admin_kb: more("admin_kb", "installed", 1),
  }
}
