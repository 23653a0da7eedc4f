import fc from "fast-check"
import { momentOf } from "./local-time"

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

/** Clocks that change in spring and autumn, by an hour or by half of one, that change at midnight, and that never do. */
const ZONES = [
  "Europe/Stockholm",
  "America/New_York",
  "Atlantic/Azores",
  "Australia/Lord_Howe",
  "America/Sao_Paulo",
  "Asia/Kathmandu",
]

/** Each before a change of some zone's clocks: March (US, EU), October (Australia, EU), November (US), or none. */
const STARTS = ["2026-02-20", "2026-03-15", "2026-09-20", "2026-10-10", "2025-12-10"]

const PAYS = { DAILY: { every: 1, days: 30 }, WEEKLY: { every: 7, days: 63 }, MONTHLY: { every: 30, days: 120 } }

const OTHER_TYPES = ["ADJUSTMENT", "CASHBACK", "ADVANCE", "ADVANCE_DOWNPAYMENT", "PAYMENT_PAYOUT", "SOMETHING_NEW"]

/** What the POS lists for a movement of money; nothing while it is missing, two while it is doubled. */
export type Listed = { type: string; amount: number }

/** A movement of money as it happened, and how the POS lists it, by the moment of the reading. */
export type Movement = {
  number: number
  at: number
  type: string
  uuid: string
  amount: number
  /** the payout that settled it, of those that happened; null for a payout, and for what is open */
  payout: number | null
  listedAt: (moment: number) => Listed[]
}

export type History = {
  movements: Movement[]
  /** what stays in the account */
  kept: number
  /** when the history that is read begins, and when it ends */
  begins: number
  ends: number
  /** when the account is read, the last time wholly */
  readings: { at: number; unreadable: number | null }[]
  form: RawForm
}

/** How the POS writes its answers. */
export type RawForm = { bare: boolean; amountAsText: boolean; originator: boolean; zone: "Z" | "+00:00" | "+0000" | "" }

const permille = fc.integer({ min: 0, max: 1_000 })

/**
 * What a random history is made of: payments with their fees, refunds of both, other movements, and payouts of all that
 * moved before a cut-off of the merchant's day. The POS lists some of it late, doubled, not at all, with another
 * amount or type.
 */
export const accountHistories = fc.record({
  zone: fc.constantFrom(...ZONES),
  start: fc.constantFrom(...STARTS),
  periodicity: fc.constantFrom("DAILY" as const, "DAILY" as const, "WEEKLY" as const, "MONTHLY" as const),
  /** minutes of the day; and from the cut-off to the payout */
  cutOff: fc.constantFrom(0, 90, 120, 150, 330, 1_410),
  lag: fc.constantFrom(60, 120, 600, 1_500, 2_900),
  kept: fc.constantFrom(0, 0, 25_000),
  threshold: fc.constantFrom(0, 0, 4_000_000),
  debits: fc.boolean(),
  moves: fc.array(
    fc.record({
      day: fc.nat({ max: 10_000 }),
      /** of the day; null: at the cut-off */
      second: fc.option(fc.nat({ max: 86_399 }), { freq: 12 }),
      kind: fc.constantFrom(
        "sale",
        "sale",
        "sale",
        "sale",
        "refund",
        "invoice",
        "frozen",
        ...OTHER_TYPES.slice(0, 2),
        ...OTHER_TYPES
      ),
      amount: fc.integer({ min: 1_000, max: 5_000_000 }),
      hours: fc.integer({ min: 1, max: 100 }),
    }),
    { minLength: 5, maxLength: 90 }
  ),
  failing: fc.array(
    fc.record({ payout: fc.nat({ max: 29 }), hours: fc.integer({ min: 1, max: 72 }), ownUuid: fc.boolean() }),
    { maxLength: 2 }
  ),
  faults: fc.array(
    fc.record({
      kind: fc.constantFrom(
        "missing",
        "late",
        "doubled",
        "doubled for a while",
        "wrong amount",
        "corrected",
        "re-typed",
        "re-typed for a while"
      ),
      target: fc.nat({ max: 100_000 }),
      /** prefers payouts and what comes back of them */
      isOfPayout: fc.boolean(),
      amount: fc.integer({ min: 1, max: 1_000_000 }),
      hours: fc.integer({ min: 1, max: 200 }),
    }),
    { maxLength: 4 }
  ),
  begins: fc
    .option(permille, { freq: 1, nil: null })
    .map((begins) => (begins === null || begins > 500 ? null : begins)),
  pulls: fc.array(fc.record({ at: permille, unreadable: fc.option(fc.nat({ max: 100_000 }), { freq: 2 }) }), {
    maxLength: 3,
  }),
  form: fc.record({
    bare: fc.boolean(),
    amountAsText: fc.boolean(),
    originator: fc.boolean(),
    zone: fc.constantFrom("Z" as const, "+00:00" as const, "+0000" as const, "" as const),
  }),
})

export type DrawnHistory = typeof accountHistories extends fc.Arbitrary<infer Value> ? Value : never

/** Unlike any other, however alike the drawn ones are: which rows make an amount must not be a matter of chance. */
const amountOf = ({ amount }: DrawnHistory["moves"][number], index: number) =>
  amount + (((index + 1) * 2_654_435_761) % 5_000_011)

const uuidOf = (number: number) => `00000000-0000-4000-8000-${number.toString(16).padStart(12, "0")}`

/** A history as it happened, and as it is listed and read. */
export function toHistory(history: DrawnHistory): History {
  const { every, days } = PAYS[history.periodicity]
  const dayAt = (number: number) => {
    const date = new Date(Date.parse(history.start) + number * 24 * HOUR_MS)
    return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() }
  }
  const localMoment = (day: number, minute: number) => momentOf(history.zone, dayAt(day), minute)

  // Rows that come to nothing belong to one payout as well as to the next: which one has a fault is then not to be known.
  const isSound =
    history.faults.length === 0 &&
    history.begins === null &&
    history.pulls.every(({ unreadable }) => unreadable === null)
  const movements: Movement[] = []
  let uuids = 0
  const add = (at: number, type: string, uuid: string, amount: number) => {
    const movement = { number: movements.length, at, type, uuid, amount, payout: null }
    movements.push({ ...movement, listedAt: () => [{ type, amount }] })
  }
  for (const [index, move] of history.moves.entries()) {
    const day = move.day % days
    // Moments are unique, so that two payments never share one; what is at the cut-off is behind it.
    const at =
      move.second === null
        ? localMoment(day, history.cutOff) + index
        : localMoment(day, Math.floor(move.second / 60)) + (move.second % 60) * 1_000 + 100 + index
    const later = at + move.hours * HOUR_MS
    const [uuid, second] = [uuidOf(++uuids), uuidOf(++uuids)]
    const amount = amountOf(move, index)
    const fee = Math.round(amount * 0.0185)
    const isInvoice = move.kind === "invoice"
    if (["sale", "refund", "invoice"].includes(move.kind)) {
      add(at, isInvoice ? "INVOICE_PAYMENT" : "PAYMENT", uuid, amount)
      add(at, isInvoice ? "INVOICE_PAYMENT_FEE" : "PAYMENT_FEE", uuid, -fee)
    }
    if (move.kind === "refund") {
      const part = Math.ceil(amount / 3)
      add(later, "PAYMENT", second, -part)
      add(later, "PAYMENT_FEE", second, Math.round(part * 0.0185))
    } else if (move.kind === "frozen") {
      add(at, "FROZEN_FUNDS", uuid, -amount)
      add(later, "FROZEN_FUNDS", second, isSound ? amount : amount - 1_000)
    } else if (OTHER_TYPES.includes(move.kind)) {
      add(at, move.kind, uuid, index % 2 === 0 ? amount : -amount)
    }
  }

  const payouts: Movement[] = []
  let paid = 0
  for (let day = every; day <= days; day += every) {
    const cut = localMoment(day, history.cutOff)
    const open = movements.filter(
      (movement) => movement.at < cut && movement.payout === null && movement.type !== "PAYOUT"
    )
    const balance =
      movements.reduce((sum, { at, type, amount }) => sum + (at < cut && type !== "PAYOUT" ? amount : 0), 0) + paid
    const amount = balance - history.kept
    if (open.length === 0 || (amount < 0 ? balance >= 0 || !history.debits : amount <= history.threshold)) {
      continue
    }
    const uuid = uuidOf(++uuids)
    add(cut + history.lag * MINUTE_MS, "PAYOUT", uuid, -amount)
    const payout = movements.at(-1)
    paid -= amount
    for (const movement of open) {
      movement.payout = payout?.number ?? null
    }
    for (const fails of history.failing
      .filter((candidate) => candidate.payout === payouts.length && amount > 0)
      .slice(0, 1)) {
      const back = cut + history.lag * MINUTE_MS + fails.hours * HOUR_MS + 7
      add(back, "FAILED_PAYOUT", fails.ownUuid ? uuid : uuidOf(++uuids), amount)
    }
    payouts.push(...(payout ? [payout] : []))
  }

  applyFaults(history, movements)
  const first = Math.min(...movements.map(({ at }) => at))
  const ends = Math.max(...movements.map(({ at }) => at)) + 300 * HOUR_MS
  const share = (part: number) => first + Math.round(((ends - first) * part) / 1_000)
  const readings = history.pulls
    .map(({ at, unreadable }) => ({ at: share(at) + 1, unreadable }))
    .sort((reading, other) => reading.at - other.at)
  return {
    movements,
    kept: history.kept,
    begins: history.begins === null ? first : share(history.begins),
    ends,
    readings: [...readings, { at: ends, unreadable: null }],
    form: history.form,
  }
}

function applyFaults(history: DrawnHistory, movements: Movement[]): void {
  const faulty = new Set<number>()
  for (const fault of history.faults) {
    const possible = movements.filter(({ type }) => type.endsWith("PAYOUT") === fault.isOfPayout)
    const target = possible[fault.target % Math.max(possible.length, 1)]
    if (!target || faulty.has(target.number)) {
      continue
    }
    const right = { type: target.type, amount: target.amount }
    const until = target.at + fault.hours * HOUR_MS
    const meanwhile = (wrong: Listed[]) => (moment: number) => (moment < until ? wrong : [right])
    const isOwnPayout = target.type === "PAYOUT"
    const other = isOwnPayout ? right : { type: target.type, amount: target.amount + fault.amount }
    const retyped = isOwnPayout ? right : { type: "ADJUSTMENT", amount: target.amount }
    // A row that is doubled where a payout ends may as well be the next one's.
    const last = Math.max(...movements.filter(({ payout }) => payout === target.payout).map(({ at }) => at))
    const twice = target.at === last && !isOwnPayout ? [right] : [right, right]
    const listings: Record<typeof fault.kind, (moment: number) => Listed[]> = {
      missing: () => [],
      late: meanwhile([]),
      doubled: () => twice,
      "doubled for a while": meanwhile(twice),
      "wrong amount": () => [other],
      corrected: meanwhile([other]),
      "re-typed": () => [retyped],
      "re-typed for a while": meanwhile([retyped]),
    }
    faulty.add(target.number)
    target.listedAt = listings[fault.kind]
  }
}
