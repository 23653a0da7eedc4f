import { SeededRandom } from "../../packages/pos-sandbox/src/seed/random"
import { Agenda } from "./agenda"
import type { Scene } from "./scene"
import { Station } from "./station"
import type { Work } from "./unit-costs"

/** The machines of a store: threads of processes that take notifications and that work, and the database's cores. */
export class SimulatedShop {
  readonly agenda = new Agenda()
  readonly random: SeededRandom
  readonly database: Station
  readonly workers: Station[]
  readonly endpoints: Station[]

  constructor({ seed, endpoints, workers, databaseCores }: Scene) {
    this.random = new SeededRandom(seed)
    this.database = new Station(this.agenda, databaseCores)
    this.workers = Array.from({ length: workers }, () => new Station(this.agenda, 1))
    this.endpoints = endpoints > 0 ? Array.from({ length: endpoints }, () => new Station(this.agenda, 1)) : this.workers
  }

  /** One of some, at random. */
  oneOf<Item>(items: Item[]): Item {
    const item = items[Math.floor(this.random.next() * items.length)]
    if (item === undefined) {
      throw new RangeError("A store has one process at least")
    }
    return item
  }

  /** A process works a piece, its thread and the database in turns, so that others get one in between. */
  work(thread: Station, { shopMs, databaseMs, waitMs }: Work, turns: number, done: () => void): void {
    let left = turns
    const turn = () => {
      if (left-- === 0) {
        this.agenda.plan(waitMs, done)
        return
      }
      thread.serve(shopMs / turns, () => this.database.serve(databaseMs / turns, turn))
    }
    turn()
  }
}
