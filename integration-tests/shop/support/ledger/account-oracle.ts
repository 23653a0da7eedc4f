import { type Entry, entriesAt, spoiledOf } from "./account-service"
import type { History, Listed, Movement } from "./account-history"

type Payout = Entry & {
  rows: Entry[]
  explained: boolean
  /** it has a fault, but its first rows make its amount without the others, which may as well be the next one's */
  mayEndSooner: boolean
  failed: boolean
}

const sum = (entries: { amount: number }[]) => entries.reduce((total, { amount }) => total + amount, 0)

/**
 * What must be stored of an account after some readings, by the words of the specification and from the history alone:
 * a payout is explained when what is listed of its own movements makes its amount, so that the account holds as much as
 * before, what is kept, or nothing.
 */
export class AccountOracle {
  /** What is listed of each movement, as far as it was read. */
  private readonly listed = new Map<Movement, Listed[]>()

  constructor(private readonly history: History) {}

  /** A complete reading is the truth of its period; one that could not be read wholly only adds. */
  read(moment: number, start: number, unreadable: number | null): void {
    const period = { start, end: moment }
    const entries = entriesAt(this.history.movements, moment, period)
    const spoiled = spoiledOf(entries, unreadable)
    for (const movement of this.history.movements.filter(({ at }) => at >= start && at < moment)) {
      const read = entries.filter((entry) => entry.movement === movement && entry !== spoiled)
      this.listed.set(movement, spoiled === null ? read : union(this.listed.get(movement) ?? [], read))
    }
  }

  payouts(): Payout[] {
    const entries = [...this.listed].flatMap(([movement, listed]) => listed.map((entry) => ({ ...entry, movement })))
    const inOrder = entries.sort((left, right) => left.movement.at - right.movement.at)
    const happened = this.history.movements.filter(({ type }) => type === "PAYOUT").map(({ number }) => number)
    const payouts: Payout[] = []
    let [settledUntil, held] = [-1, 0]
    for (const payout of inOrder.filter(({ type }) => type === "PAYOUT")) {
      const turn = happened.indexOf(payout.movement.number)
      // Its own rows; those of payouts that are not listed come with the next one's.
      const rows = inOrder.filter(({ type, movement }) => {
        const own = movement.payout === null ? -1 : happened.indexOf(movement.payout)
        return type !== "PAYOUT" && own > settledUntil && own <= turn
      })
      const change = sum(rows) + payout.amount
      held += change
      settledUntil = turn
      const explained = change === 0 || held === 0 || held === this.history.kept
      const mayEndSooner = !explained && rows.some((_, index) => sum(rows.slice(0, index)) === -payout.amount)
      payouts.push({ ...payout, rows, explained, mayEndSooner, failed: false })
    }
    this.markFailed(payouts, inOrder)
    return payouts
  }

  /** Each failed payout belongs to one payout: the UUID decides first, then the oldest of its amount. */
  private markFailed(payouts: Payout[], entries: Entry[]): void {
    const backs = entries.filter(({ type }) => type === "FAILED_PAYOUT")
    const markedBy = (back: Entry, isTheirs: (payout: Payout) => boolean) => {
      const found = payouts.find(
        (payout) => !payout.failed && payout.movement.at <= back.movement.at && isTheirs(payout)
      )
      if (found) {
        found.failed = true
      }
      return found !== undefined
    }
    const others = backs.filter((back) => !markedBy(back, ({ movement }) => movement.uuid === back.movement.uuid))
    for (const back of others) {
      markedBy(back, ({ amount }) => amount === -back.amount)
    }
  }
}

/** Each entry as often as either has it. */
function union(stored: Listed[], read: Listed[]): Listed[] {
  const left = [...read]
  for (const { type, amount } of stored) {
    const at = left.findIndex((entry) => entry.type === type && entry.amount === amount)
    left.splice(at === -1 ? left.length : at, at === -1 ? 0 : 1)
  }
  return [...stored, ...left]
}
