import { spawn } from "node:child_process"
import { createHash, randomBytes } from "node:crypto"
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs"
import path from "node:path"
import { root } from "./install-locked.mjs"

/** What a demo keeps between starts: ports, secrets, and which steps were done with which sources. */
export class DemoState {
  constructor(directory) {
    this.directory = directory
    this.file = path.join(directory, "state.json")
    mkdirSync(directory, { recursive: true })
    this.values = existsSync(this.file) ? JSON.parse(readFileSync(this.file, "utf8")) : {}
  }

  /** The value of `name`, made by `create` the first time. */
  async once(name, create) {
    if (this.values[name] === undefined) {
      this.set(name, await create())
    }
    return this.values[name]
  }

  set(name, value) {
    this.values[name] = value
    writeFileSync(this.file, JSON.stringify(this.values, null, 2), { mode: 0o600 })
  }

  /** Runs `work` unless it was done before with the same `mark`. */
  async unlessDone(name, mark, work) {
    if (this.values[name] === mark) {
      return false
    }
    await work()
    this.set(name, mark)
    return true
  }
}

export const randomSecret = () => randomBytes(32).toString("base64")

/** A mark of the contents of folders and files; it changes when any of them does. */
export function fingerprintOf(...names) {
  const hash = createHash("sha256")
  const visit = (name) => {
    if (statSync(name).isDirectory()) {
      readdirSync(name)
        .sort()
        .filter((entry) => ![".medusa", "node_modules", "static", "__tests__"].includes(entry))
        .forEach((entry) => visit(path.join(name, entry)))
      return
    }
    // By the place in the project: another checkout of the same sources has the same mark.
    hash.update(path.relative(root, name)).update(readFileSync(name))
  }
  names.forEach((name) => visit(path.join(root, name)))
  return hash.digest("hex")
}

const STOP_MS = 8_000

/** The processes that a script started; they are ended by their ids, in the reverse order. */
export class Children {
  list = []
  stopping = false
  #groups = new Set()

  /**
   * Starts a process whose output goes to a log file; `onOutput` sees the last of it. With `group`, the process leads a
   * process group of its own, and `stopAll` ends what it started, too.
   */
  launch(command, parameters, { cwd = root, env, logFile, group = false, onOutput = () => undefined }) {
    const child = spawn(command, parameters, {
      cwd,
      env: { ...process.env, ...env },
      detached: group,
      stdio: ["ignore", "pipe", "pipe"],
    })
    this.list.push(child)
    if (group) {
      this.#groups.add(child)
      // What it leaves behind ends with it.
      child.once("exit", () => this.#signal(child, "SIGTERM"))
    }
    const launched = { child, output: "" }
    const read = (chunk) => {
      launched.output = `${launched.output}${chunk}`.slice(-20_000)
      writeFileSync(logFile, String(chunk), { flag: "a" })
      onOutput(launched.output)
    }
    child.stdout.on("data", read)
    child.stderr.on("data", read)
    return launched
  }

  /** Starts a process and waits for the line that reports it is up, with `seconds` for no longer than that. */
  start(name, command, parameters, { ready, seconds, ...options }) {
    return new Promise((resolve, reject) => {
      let timer
      const fail = (reason) => {
        clearTimeout(timer)
        reject(new Error(`${name} ${reason}:\n${launched.output.slice(-4_000)}`))
      }
      const onOutput = (output) => {
        const line = output.split("\n").find(ready)
        if (line) {
          clearTimeout(timer)
          resolve(line)
        }
      }
      const launched = this.launch(command, parameters, { ...options, onOutput })
      launched.child.once("error", (error) => fail(`did not start: ${error.message}`))
      launched.child.once("exit", (code) => fail(`ended with ${code}`))
      if (seconds !== undefined) {
        timer = setTimeout(() => fail(`was not ready after ${seconds} s`), seconds * 1_000)
      }
    })
  }

  /** Runs a process to its end and returns the last of what it said; throws with it when the process fails. */
  async run(name, command, parameters, options) {
    const launched = this.launch(command, parameters, options)
    const code = await new Promise((resolve, reject) => {
      launched.child.once("error", reject)
      launched.child.once("exit", resolve)
    })
    if (code !== 0) {
      throw new Error(`${name} failed:\n${launched.output.slice(-4_000)}`)
    }
    return launched.output
  }

  async stopAll() {
    this.stopping = true
    for (const child of this.list.reverse()) {
      if (child.exitCode === null && child.signalCode === null) {
        await new Promise((resolve) => {
          const timer = setTimeout(() => this.#signal(child, "SIGKILL"), STOP_MS)
          // The output of a group is closed when its last process has ended.
          child.once(this.#groups.has(child) ? "close" : "exit", () => {
            clearTimeout(timer)
            resolve()
          })
          this.#signal(child, "SIGTERM")
        })
      }
    }
  }

  #signal(child, signal) {
    if (!this.#groups.has(child)) {
      child.kill(signal)
      return
    }
    try {
      process.kill(-child.pid, signal)
    } catch (error) {
      // The group has ended.
      if (error.code !== "ESRCH") {
        throw error
      }
    }
  }
}

/** Tries until `check` gives something; fails with what it waited for. */
export async function waitFor(what, seconds, check) {
  const deadline = Date.now() + seconds * 1_000
  for (;;) {
    const result = await check()
    if (result) {
      return result
    }
    if (Date.now() > deadline) {
      throw new Error(`Waited ${seconds} s in vain: ${what}`)
    }
    await new Promise((resolve) => setTimeout(resolve, 150))
  }
}
