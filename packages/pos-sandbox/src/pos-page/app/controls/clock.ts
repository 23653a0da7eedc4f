import { call } from "../base/call"
import { guarded } from "../base/message"
import type { ClockState } from "../types"

/** The sandbox's one clock, as this page knows it. */
class SandboxClock {
  isStopped = false
  /** how far it is from the machine's; while stopped, its moment */
  offset: number | null = null
  listeners: Set<() => void> = new Set()

  /** @returns epoch milliseconds, null before it was asked */
  now(): number | null {
    return this.offset === null ? null : this.isStopped ? this.offset : Date.now() + this.offset
  }

  async ask(change?: { advance?: number; stopped?: boolean }) {
    const { now, stopped }: ClockState = await call("clock", change ? { body: change } : {})
    this.isStopped = stopped
    this.offset = stopped ? Date.parse(now) : Date.parse(now) - Date.now()
    this.report()
  }

  report() {
    this.listeners.forEach((listener) => listener())
  }

  onTick(listener: () => void) {
    this.listeners.add(listener)
  }

  /** Ticks every second, and asks now and then, since others move it too. */
  run() {
    setInterval(() => this.report(), 1_000)
    setInterval(() => void guarded(() => this.ask()), 15_000)
    void guarded(() => this.ask())
  }
}

export const clock = new SandboxClock()
