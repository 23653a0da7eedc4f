import { CONNECTIONS_AT_ONCE } from "../../src/runtime/workers"
import { perPiece } from "./metered"
import { dutyOf, visitsOf } from "./needs"
import type { Scene } from "./scene"
import type { SimulatedShop } from "./simulated-shop"
import type { Station } from "./station"
import { JOB_NAMES, DUTY_SECONDS, type DutyName, type UnitCosts } from "./unit-costs"

/** Processes were not started at the same moment. */
const SPREAD_MS = 1_000

/**
 * What recurs for every connection (src/features/background): one worker visits those that a question for all names, some
 * at a time, and the next round begins at its time whether the former is over or not.
 */
export class DutyRounds {
  private readonly longestMs = new Map<DutyName, number>()

  constructor(
    private readonly shop: SimulatedShop,
    private readonly scene: Scene,
    private readonly costs: UnitCosts
  ) {}

  begin(): void {
    for (const name of JOB_NAMES) {
      this.shop.agenda.plan(this.shop.random.next() * SPREAD_MS, () => this.round(name))
    }
  }

  /** The longest round of a job beside the time until its next; above 1 they pile up. */
  longest(name: DutyName): number {
    return (this.longestMs.get(name) ?? 0) / 1_000 / DUTY_SECONDS[name]
  }

  private get isOver(): boolean {
    return this.shop.agenda.now >= this.scene.durationMs
  }

  private round(name: DutyName): void {
    if (this.isOver) {
      return
    }
    const { agenda } = this.shop
    this.goThrough(name, this.shop.oneOf(this.shop.workers))
    agenda.plan(DUTY_SECONDS[name] * 1_000, () => this.round(name))
  }

  private goThrough(name: DutyName, thread: Station): void {
    const { agenda } = this.shop
    const visits = visitsOf(name, this.scene)
    const cost = perPiece(dutyOf(name, this.scene, this.costs), visits / this.scene.connections)
    const begunAt = agenda.now
    let left = visits
    const next = () => {
      // One that the end cuts off has lasted so long at least.
      this.longestMs.set(name, Math.max(this.longestMs.get(name) ?? 0, agenda.now - begunAt))
      if (left > 0 && !this.isOver) {
        left -= 1
        this.shop.work(thread, cost, 1, next)
      }
    }
    Array.from({ length: CONNECTIONS_AT_ONCE }, next)
  }
}
