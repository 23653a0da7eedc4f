import { BETWEEN_WAKINGS_MS } from "../../src/runtime/workers"
import { type Inboxes, Pump } from "./pump"
import type { Scene } from "./scene"
import type { SimulatedShop } from "./simulated-shop"
import type { UnitCosts } from "./unit-costs"

/** What the POS reports a sale: the purchase, and the stock that moved. */
const NOTIFICATIONS = 2

/** Sales at all registers, and their way into the store. */
export class Sales {
  made = 0
  done = 0
  /** of each that was sold after the warm-up, from the register until the store has its order */
  readonly delays: number[] = []
  private readonly inboxes: Inboxes = new Map()
  private readonly woken = new Map<number, { again: boolean }>()
  private readonly pumps: Pump[]

  constructor(
    private readonly shop: SimulatedShop,
    private readonly scene: Scene,
    private readonly costs: UnitCosts
  ) {
    this.pumps = shop.workers.map((thread) => new Pump(shop, thread, this.inboxes, costs))
  }

  /** Sells until the scene ends: as many as could come at most, of which those stay away that its hour has not. */
  begin(): void {
    const { agenda, random } = this.shop
    const { arrivals, durationMs } = this.scene
    agenda.plan((-Math.log(1 - random.next()) / arrivals.most) * 1_000, () => {
      if (agenda.now >= durationMs) {
        return
      }
      if (random.next() < arrivals.at(agenda.now) / arrivals.most) {
        this.sell()
      }
      this.begin()
    })
  }

  private sell(): void {
    const { agenda, random } = this.shop
    const connection = Math.floor(random.next() * this.scene.connections)
    const soldAt = agenda.now
    let left = NOTIFICATIONS
    this.made += 1
    const handled = (isPurchase: boolean) => {
      left -= 1
      this.done += left === 0 ? 1 : 0
      if (isPurchase && soldAt >= this.scene.warmUpMs) {
        this.delays.push(agenda.now - soldAt)
      }
    }
    for (let reported = 0; reported < NOTIFICATIONS; reported++) {
      agenda.plan(this.costs.notifiedMs, () => this.notify(connection, () => handled(reported === 0)))
    }
  }

  private notify(connection: number, handled: () => void): void {
    const { shop, costs, inboxes } = this
    shop.work(shop.oneOf(shop.endpoints), costs.endpoint, 1, () => {
      const waiting = inboxes.get(connection) ?? []
      waiting.push({ handled })
      inboxes.set(connection, waiting)
      this.wakeSoon(connection)
    })
  }

  /** As src/runtime/store-notification.ts does it. */
  private wakeSoon(connection: number): void {
    const former = this.woken.get(connection)
    if (former) {
      former.again = true
      return
    }
    const state = { again: false }
    this.woken.set(connection, state)
    this.shop.agenda.plan(BETWEEN_WAKINGS_MS, () => {
      this.woken.delete(connection)
      if (state.again) {
        this.wakeSoon(connection)
      }
    })
    this.shop.oneOf(this.pumps).wake(connection)
  }
}
