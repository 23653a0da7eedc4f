import { type ChildProcess, spawn } from "node:child_process"

/** How much of what a process said is kept. */
const KEPT_CHARACTERS = 200_000

/** A process that a test started. */
export class Child {
  private said = ""
  private readonly ended: Promise<number | null>

  private constructor(private readonly child: ChildProcess) {
    const keep = (text: unknown) => {
      this.said = `${this.said}${String(text)}`.slice(-KEPT_CHARACTERS)
    }
    child.stdout?.on("data", keep)
    child.stderr?.on("data", keep)
    this.ended = new Promise((resolve) => child.once("exit", resolve))
    // Nothing outlives the tests.
    process.once("exit", () => child.kill("SIGKILL"))
  }

  /**
   * Starts a command, without what the test runner has set for its own modules.
   * @param cwd the project's folder unless given
   */
  static start(command: string, parameters: string[], env: Record<string, string>, cwd?: string): Child {
    const { NODE_OPTIONS: _options, NODE_ENV: _environment, JEST_WORKER_ID: _worker, ...inherited } = process.env
    return new Child(
      spawn(command, parameters, { cwd, env: { ...inherited, ...env }, stdio: ["ignore", "pipe", "pipe"] })
    )
  }

  /** Waits for a line that begins with `mark` and returns the rest of it; fails when the process ends before. */
  async line(mark: string): Promise<string> {
    const find = () => {
      const line = this.said.split("\n").find((item) => item.startsWith(mark))
      return line?.slice(mark.length)
    }
    return new Promise((resolve, reject) => {
      const look = () => {
        const rest = find()
        if (rest !== undefined) {
          resolve(rest)
        }
      }
      this.child.stdout?.on("data", look)
      void this.ended.then((code) => reject(new Error(`The process ended with ${code}: ${this.said.slice(-4_000)}`)))
      look()
    })
  }

  /** Waits for the end; fails when it is not a good one. */
  async succeeded(): Promise<void> {
    const code = await this.ended
    if (code !== 0) {
      throw new Error(`The process ended with ${code}: ${this.said.slice(-4_000)}`)
    }
  }

  /** SIGKILL: the process does nothing more, not even a clean end of its calls and transactions. */
  async kill(): Promise<void> {
    this.child.kill("SIGKILL")
    await this.ended
  }

  /** The last of what it said. */
  get output(): string {
    return this.said
  }
}
