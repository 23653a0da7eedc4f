import type { Clock } from "../pos-api/clock"

type Task = { at: number; order: number; run: () => Promise<void> | void }

/**
 * The one clock of a sandbox. It runs with the machine's until it is advanced or stopped; what is scheduled on it is
 * run in order of time, so that 72 hours of retries take milliseconds when somebody advances it.
 */
export class SandboxClock implements Clock {
  private offsetMs = 0
  private stoppedAt: number | null = null
  private tasks: Task[] = []
  private order = 0
  private timer: NodeJS.Timeout | null = null
  private running: Promise<void> = Promise.resolve()

  now(): Date {
    return new Date(this.stoppedAt ?? Date.now() + this.offsetMs)
  }

  /** Runs `run` once, `seconds` from now. */
  schedule(seconds: number, run: Task["run"]): void {
    this.tasks.push({ at: this.now().getTime() + seconds * 1_000, order: this.order++, run })
    this.arm()
  }

  /** Moves the clock on, running everything that falls due on the way at its own time. */
  async advance(seconds: number): Promise<void> {
    const until = this.now().getTime() + seconds * 1_000
    await this.exclusively(async () => {
      const resume = this.stoppedAt === null
      this.stop()
      for (let task = this.nextDue(until); task; task = this.nextDue(until)) {
        this.stoppedAt = Math.max(task.at, this.now().getTime())
        await task.run()
      }
      this.stoppedAt = until
      if (resume) {
        this.resume()
      }
    })
  }

  stop(): void {
    this.stoppedAt ??= this.now().getTime()
    this.arm()
  }

  resume(): void {
    if (this.stoppedAt !== null) {
      this.offsetMs = this.stoppedAt - Date.now()
      this.stoppedAt = null
    }
    this.arm()
  }

  /** Forgets everything scheduled. */
  close(): void {
    this.tasks = []
    this.arm()
  }

  private arm(): void {
    if (this.timer) {
      clearTimeout(this.timer)
      this.timer = null
    }
    const next = this.tasks.reduce<Task | null>((first, task) => (first && first.at <= task.at ? first : task), null)
    if (!next || this.stoppedAt !== null) {
      return
    }
    const wait = Math.min(Math.max(next.at - this.now().getTime(), 0), 2 ** 31 - 1)
    this.timer = setTimeout(() => void this.runDue(), wait)
    this.timer.unref()
  }

  private async runDue(): Promise<void> {
    await this.exclusively(async () => {
      for (let task = this.nextDue(this.now().getTime()); task; task = this.nextDue(this.now().getTime())) {
        await task.run()
      }
    })
    this.arm()
  }

  private nextDue(until: number): Task | null {
    this.tasks.sort((one, other) => one.at - other.at || one.order - other.order)
    const [first] = this.tasks
    if (!first || first.at > until) {
      return null
    }
    this.tasks.shift()
    return first
  }

  private async exclusively(work: () => Promise<void>): Promise<void> {
    const previous = this.running
    this.running = previous.then(work)
    await this.running
  }
}
