import { spawn } from "node:child_process"
import { setTimeout as sleep } from "node:timers/promises"

const KEPT_CHARACTERS = 100_000
const STOP_MS = 10_000

/** Runs lines of the page in bash, each in a process group of its own, so that all that it starts can be ended. */
export class Shell {
  running = []

  launch(line, { cwd, env }) {
    const child = spawn("bash", ["-c", line], { cwd, env, detached: true, stdio: ["ignore", "pipe", "pipe"] })
    const launched = { child, line, output: "", exit: null }
    const read = (chunk) => {
      launched.output = `${launched.output}${chunk}`.slice(-KEPT_CHARACTERS)
    }
    child.stdout.on("data", read)
    child.stderr.on("data", read)
    launched.ended = new Promise((resolve) =>
      child.once("close", (code) => {
        launched.exit = code ?? "a signal"
        resolve()
      })
    )
    this.running.push(launched)
    return launched
  }

  /** Runs a line to its end and returns its output. @throws with the output when it fails */
  async run(line, options) {
    const launched = this.launch(line, options)
    await launched.ended
    if (launched.exit !== 0) {
      throw new Error(`The command ended with ${launched.exit}: ${line}\n${launched.output.slice(-4_000)}`)
    }
    return launched.output
  }

  /** Starts a line that does not end, and returns its output once `ready` is in it. */
  async start(line, { ready, seconds, ...options }) {
    const launched = this.launch(line, options)
    for (const deadline = Date.now() + seconds * 1_000; !ready.test(launched.output);) {
      if (launched.exit !== null || Date.now() > deadline) {
        const reason = launched.exit === null ? `was not ready after ${seconds} s` : `ended with ${launched.exit}`
        throw new Error(`The command ${reason}: ${line}\n${launched.output.slice(-4_000)}`)
      }
      await sleep(200)
    }
    return launched
  }

  /** Ends every process group that is still running. */
  async stopAll() {
    for (const launched of this.running.reverse()) {
      this.signal(launched, "SIGTERM")
      await Promise.race([launched.ended, sleep(STOP_MS)])
      this.signal(launched, "SIGKILL")
    }
    this.running = []
  }

  signal({ child }, signal) {
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
