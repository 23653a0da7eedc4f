/** @import { ClockState } from "../types.js" */
import { call } from "../base/call.js"
import { guarded } from "../base/message.js"

/** The sandbox's one clock, as this page knows it. */
class SandboxClock {
  isStopped = false
  /** @type {number | null} how far it is from the machine's; while stopped, its moment */
  offset = null
  /** @type {Set<() => void>} */
  listeners = new Set()

  /** @returns {number | null} epoch milliseconds, null before it was asked */
  now() {
    return this.offset === null ? null : this.isStopped ? this.offset : Date.now() + this.offset
  }

  /** @param {{ advance?: number, stopped?: boolean }} [change] */
  async ask(change) {
    /** @type {ClockState} */
    const { now, stopped } = await call("clock", change ? { body: change } : {})
    this.isStopped = stopped
    this.offset = stopped ? Date.parse(now) : Date.parse(now) - Date.now()
    this.report()
  }

  report() {
    this.listeners.forEach((listener) => listener())
  }

  /** @param {() => void} listener */
  onTick(listener) {
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
