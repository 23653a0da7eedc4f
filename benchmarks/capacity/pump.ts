import { INBOX_BATCH } from "../../src/modules/pos/queue-policies"
import { BREATH_MS, QUIET_MS } from "../../src/runtime/workers"
import type { SimulatedShop } from "./simulated-shop"
import type { Station } from "./station"
import type { UnitCosts, Work } from "./unit-costs"

/** A notification that is stored, and what is to happen once it is handled. */
export type Entry = { handled: () => void }

/** What waits of each connection, the oldest first. */
export type Inboxes = Map<number, Entry[]>

/** A purchase and what moved of its stock. */
const ENTRIES_OF_RECEIPT = 2

/** So many statements, at least, part a batch. */
const TURNS = 4

/** What it waits for holds nobody up. */
const outboxOf = ({ outbox }: UnitCosts): Work => ({ ...outbox, waitMs: 0 })

/**
 * The inbox's pump of one process as it is (src/runtime/workers.ts, inbox/drain-inbox.ts): one drain of a connection
 * at a time, batch after batch until a claim finds nothing, and once more after a breath where it was woken meanwhile.
 */
export class Pump {
  private readonly running = new Map<number, { again: boolean }>()
  private readonly reporting = new Map<number, { again: boolean }>()

  constructor(
    private readonly shop: SimulatedShop,
    private readonly thread: Station,
    private readonly inboxes: Inboxes,
    private readonly costs: UnitCosts
  ) {}

  wake(connection: number): void {
    const known = this.running.get(connection)
    if (known) {
      known.again = true
      return
    }
    const state = { again: false }
    this.running.set(connection, state)
    this.drain(connection, state)
  }

  private drain(connection: number, state: { again: boolean }): void {
    const { shop, thread, costs } = this
    state.again = false
    const next = () =>
      shop.work(thread, costs.claim, 1, () => {
        const claimed = this.claim(connection)
        if (claimed.length > 0) {
          shop.work(thread, this.costOf(claimed.length), TURNS, () => {
            claimed.forEach(({ handled }) => handled())
            this.lookAtOutbox(connection)
            next()
          })
        } else if (state.again) {
          shop.agenda.plan(BREATH_MS, () => this.drain(connection, state))
        } else {
          this.running.delete(connection)
        }
      })
    next()
  }

  /** What moved may have to be reported to the POS: after a quiet moment the outbox is looked at (push/drain-outbox.ts). */
  private lookAtOutbox(connection: number): void {
    const known = this.reporting.get(connection)
    if (known) {
      known.again = true
      return
    }
    const state = { again: false }
    this.reporting.set(connection, state)
    const look = () => {
      state.again = false
      this.shop.agenda.plan(QUIET_MS, () =>
        this.shop.work(this.thread, outboxOf(this.costs), 1, () => {
          if (state.again) {
            look()
          } else {
            this.reporting.delete(connection)
          }
        })
      )
    }
    look()
  }

  private claim(connection: number): Entry[] {
    const claimed = this.inboxes.get(connection)?.splice(0, INBOX_BATCH) ?? []
    if (this.inboxes.get(connection)?.length === 0) {
      this.inboxes.delete(connection)
    }
    return claimed
  }

  private costOf(entries: number): Work {
    const { batch, receipt } = this.costs
    const receipts = entries / ENTRIES_OF_RECEIPT
    return {
      shopMs: batch.shopMs + receipt.shopMs * receipts,
      databaseMs: batch.databaseMs + receipt.databaseMs * receipts,
      waitMs: batch.waitMs + receipt.waitMs * receipts,
    }
  }
}
