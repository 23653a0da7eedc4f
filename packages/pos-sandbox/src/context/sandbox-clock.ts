import type { Clock } from "../../../../src/pos-api/clock"

type Task = { at: number; run: () => Promise<void> | void }

/** State of a clock: its distance from the machine's (milliseconds), or stopped at a moment. */
export type ClockPosition = { aheadMs: number; stoppedAt: number | null }

/** A timer of Node cannot wait longer (milliseconds). */
const LONGEST_WAIT = 2 ** 31 - 1

/**
 * The one clock of a sandbox. It runs with the machine's until it is advanced or stopped; what is scheduled on it is
 * run in order of time, so that 72 hours of retries take milliseconds when somebody advances it.
 */
export class SandboxClock implements Clock {
  private offsetMs = 0
  private stoppedAt: number | null = null
  /** in order of time, and of scheduling within one moment */
  private tasks: Task[] = []
  private timer: NodeJS.Timeout | null = null
  private running: Promise<void> = Promise.resolve()
  private settle: () => Promise<void> = () => Promise.resolve()

  now(): Date {
    return new Date(this.stoppedAt ?? Date.now() + this.offsetMs)
  }

  get isStopped(): boolean {
    return this.stoppedAt !== null
  }

  /** Waits for `settle` before time moves, so that what is under way schedules its retries at the right moment. */
  beforeAdvance(settle: () => Promise<void>): void {
    this.settle = settle
  }

  /** Runs `run` once, `seconds` from now. */
  schedule(seconds: number, run: Task["run"]): void {
    this.scheduleAt(this.now().getTime() + seconds * 1_000, run)
  }

  /** Runs `run` once, at a moment in epoch milliseconds; soon when that is past. */
  scheduleAt(at: number, run: Task["run"]): void {
    let [low, high] = [0, this.tasks.length]
    while (low < high) {
      const middle = (low + high) >>> 1
      const isBefore = (this.tasks[middle]?.at ?? at) <= at
      low = isBefore ? middle + 1 : low
      high = isBefore ? high : middle
    }
    this.tasks.splice(low, 0, { at, run })
    this.arm()
  }

  /** Moves the clock on, running everything that falls due on the way at its own time. */
  async advance(seconds: number): Promise<void> {
    await this.settle()
    const until = this.now().getTime() + seconds * 1_000
    await this.exclusively(async () => {
      const resume = this.stoppedAt === null
      this.stop()
      for (let task = this.takeDue(until); task; task = this.takeDue(until)) {
        this.stoppedAt = Math.max(task.at, this.now().getTime())
        await task.run()
      }
      this.stoppedAt = Math.max(until, this.now().getTime())
      if (resume) {
        this.resume()
      }
    })
  }

  /** Sets the clock without running what falls due between; for the start of a sandbox. */
  set(date: Date): void {
    this.offsetMs = date.getTime() - Date.now()
    this.stoppedAt = this.stoppedAt === null ? null : date.getTime()
    this.arm()
  }

  get position(): ClockPosition {
    return { aheadMs: this.offsetMs, stoppedAt: this.stoppedAt }
  }

  /** Sets the clock back, or on, to a former state. What is scheduled stays. */
  moveTo({ aheadMs, stoppedAt }: ClockPosition): void {
    this.offsetMs = aheadMs
    this.stoppedAt = stoppedAt
    this.arm()
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
    const [next] = this.tasks
    if (!next || this.stoppedAt !== null) {
      return
    }
    const wait = Math.min(Math.max(next.at - this.now().getTime(), 0), LONGEST_WAIT)
    this.timer = setTimeout(() => void this.runDue(), wait)
    this.timer.unref()
  }

  private async runDue(): Promise<void> {
    await this.exclusively(async () => {
      for (let task = this.takeDue(this.now().getTime()); task; task = this.takeDue(this.now().getTime())) {
        await task.run()
      }
    })
    this.arm()
  }

  private takeDue(until: number): Task | null {
    const [first] = this.tasks
    if (!first || first.at > until) {
      return null
    }
    return this.tasks.shift() ?? null
  }

  private async exclusively(work: () => Promise<void>): Promise<void> {
    const previous = this.running
    // A task that failed has reported to its own caller; the next one runs all the same.
    this.running = previous.then(work, work)
    await this.running
  }
}
