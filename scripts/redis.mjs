import { spawn } from "node:child_process"
import { accessSync, constants, mkdirSync, rmSync } from "node:fs"
import path from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { freePort } from "./postgres.mjs"

const UP_MS = 10_000

/** There is neither a Redis to use nor one to start. */
export class NoRedisError extends Error {
  name = "NoRedisError"

  constructor() {
    super(
      "There is no Redis: install it (apt-get install redis-server, brew install redis) so that redis-server is on the " +
        "PATH, name its file in REDIS_SERVER_PATH, or name a running one in REDIS_URL"
    )
  }
}

/** The redis-server to start: REDIS_SERVER_PATH, else the one on the PATH; null where there is none. */
export function findRedisServer(environment = process.env) {
  const named = environment.REDIS_SERVER_PATH
  const folders = (environment.PATH ?? "").split(path.delimiter).filter(Boolean)
  const files = named ? [named] : folders.map((folder) => path.join(folder, "redis-server"))
  return files.find(isExecutable) ?? null
}

function isExecutable(file) {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/**
 * Starts a Redis of its own in `directory`, on a free port of loopback, empty and without a file: what only Redis knows is
 * gone when it ends. With REDIS_URL set, that server is used and nothing is started.
 * @returns {Promise<{ url: string, restart: (downMs: number) => Promise<void>, stop: () => Promise<void> }>} `restart`: it
 * is killed and comes back empty; one that was not started here is only emptied
 * @throws NoRedisError when there is none
 */
export async function startRedis({ directory }) {
  if (process.env.REDIS_URL) {
    return existingServer(process.env.REDIS_URL)
  }
  const file = findRedisServer()
  if (file === null) {
    throw new NoRedisError()
  }
  mkdirSync(directory, { recursive: true })
  const port = await freePort()
  const url = `redis://127.0.0.1:${port}`
  let child = await launch(file, { directory, port, url })
  let isStopped = false
  const end = async (signal) => {
    if (child.exitCode === null && child.signalCode === null) {
      const ended = new Promise((resolve) => child.once("exit", resolve))
      child.kill(signal)
      await ended
    }
  }
  return {
    url,
    async restart(downMs) {
      await end("SIGKILL")
      await sleep(downMs)
      // Stopped meanwhile: nobody would end another.
      if (!isStopped) {
        child = await launch(file, { directory, port, url })
      }
    },
    async stop() {
      isStopped = true
      await end("SIGTERM")
      rmSync(directory, { recursive: true, force: true })
    },
  }
}

async function launch(file, { directory, port, url }) {
  const settings = {
    port,
    bind: "127.0.0.1",
    dir: directory,
    save: "",
    appendonly: "no",
    "maxmemory-policy": "noeviction",
  }
  const parameters = Object.entries(settings).flatMap(([name, value]) => [`--${name}`, String(value)])
  const child = spawn(file, parameters, { stdio: ["ignore", "pipe", "pipe"] })
  let said = ""
  const keep = (text) => {
    said = `${said}${text}`.slice(-2_000)
  }
  child.stdout.on("data", keep)
  child.stderr.on("data", keep)
  child.once("error", keep)
  for (const deadline = Date.now() + UP_MS; !(await answers(url)); await sleep(50)) {
    if (child.exitCode !== null || Date.now() > deadline) {
      child.kill("SIGKILL")
      throw new Error(`Redis did not start: ${said}`)
    }
  }
  return child
}

async function withClient(url, work) {
  const { default: Redis } = await import("ioredis")
  const client = new Redis(url, { lazyConnect: true, retryStrategy: () => null, maxRetriesPerRequest: 0 })
  // The call that fails says so; without a listener it would be reported once more on the console.
  client.on("error", () => undefined)
  try {
    await client.connect()
    return await work(client)
  } finally {
    client.disconnect()
  }
}

const answers = async (url) => withClient(url, async (client) => (await client.ping()) === "PONG").catch(() => false)

async function existingServer(url) {
  return {
    url,
    restart: async () => withClient(url, async (client) => client.flushdb()),
    stop: async () => undefined,
  }
}
