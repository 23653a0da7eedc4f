import { v1 as uuidVersion1, v4 as uuidVersion4 } from "uuid"
import type { Ids } from "../context/sandbox-context"

/** Numbers that look random and are the same for the same seed (mulberry32). Not for secrets. */
export class SeededRandom {
  private state: number

  constructor(seed: number) {
    this.state = seed >>> 0
  }

  /** 0 ≤ n < 1 */
  next(): number {
    this.state = (this.state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(this.state ^ (this.state >>> 15), this.state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }

  /** A whole number from `min` to `max`, both included. */
  between(min: number, max: number): number {
    return min + Math.floor(this.next() * (max - min + 1))
  }

  chance(probability: number): boolean {
    return this.next() < probability
  }

  pick<const Items extends readonly [unknown, ...unknown[]]>(items: Items): Items[number] {
    return items[Math.floor(this.next() * items.length)] ?? items[0]
  }

  bytes(length: number): Uint8Array {
    const bytes = new Uint8Array(length)
    for (let index = 0; index < length; index++) {
      bytes[index] = this.between(0, 255)
    }
    return bytes
  }
}

/** Identifiers whose every bit comes from a seed. */
export function seededIds(random: SeededRandom): Ids {
  return {
    timed: (at) =>
      uuidVersion1({
        msecs: at.getTime(),
        nsecs: random.between(0, 9_999),
        clockseq: random.between(0, 16_383),
        node: random.bytes(6),
      }),
    random: () => uuidVersion4({ random: random.bytes(16) }),
  }
}

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** How busy each hour from the first is; it is closed at all others. */
type Opening = { from: number; hours: readonly number[] }

const WEEKDAY: Opening = { from: 10, hours: [0.6, 0.9, 1.3, 1, 0.8, 0.9, 1.2, 1.4, 0.9] }
const SATURDAY: Opening = { from: 10, hours: [0.9, 1.4, 1.8, 1.9, 1.6, 1.3, 0.9] }
const SUNDAY: Opening = { from: 11, hours: [0.8, 1.2, 1.4, 1.2, 0.8] }

/** By the day of the week, Sunday first: when it is open, and how busy the day is. */
const WEEK: readonly (readonly [Opening, number])[] = [
  [SUNDAY, 0.8],
  [WEEKDAY, 0.75],
  [WEEKDAY, 0.8],
  [WEEKDAY, 0.9],
  [WEEKDAY, 1],
  [WEEKDAY, 1.3],
  [SATURDAY, 1.3],
]

/** By the month: a quiet winter, summer guests, and Christmas. */
const YEAR = [0.75, 0.75, 0.85, 0.95, 1.05, 1.1, 1.2, 1.05, 0.9, 0.95, 1.15, 1.75] as const

/** Month and day, as in the store's own calendar. */
const CLOSED = new Set(["1-1", "12-25"])

type Hour = { from: number; until: number; weight: number }

type Time = { from: number; until: number; timeZone: string; growth?: number }

/**
 * So many moments between two, in order, as a store has customers: by its opening hours and the time of the day, the
 * week and the year, and some days better than others; with `growth` the last is so much busier than the first.
 */
export function shopMoments(random: SeededRandom, plan: Time & { count: number }): number[] {
  const hours = openHours(random, plan)
  const total = hours.reduce((sum, { weight }) => sum + weight, 0)
  const moments: number[] = []
  let [index, before] = [0, 0]
  for (let number = 0; number < plan.count; number++) {
    const position = ((number + random.next()) / plan.count) * total
    let hour = hours[index]
    while (hour && before + hour.weight < position && index < hours.length - 1) {
      before += hour.weight
      hour = hours[++index]
    }
    const share = hour ? Math.min((position - before) / hour.weight, 1) : 0
    const moment = hour ? hour.from + share * (hour.until - hour.from) : plan.from
    moments.push(Math.floor(Math.min(moment, plan.until - 1)))
  }
  return moments
}

/** Every open hour of the time, with how busy it is; one that is all closed is all the same. */
function openHours(random: SeededRandom, { from, until, timeZone, growth = 0 }: Time) {
  const hours: Hour[] = []
  const zone = new Intl.DateTimeFormat("en", { timeZone, timeZoneName: "longOffset" })
  for (let day = Math.floor(from / DAY_MS) - 1; day * DAY_MS < until + DAY_MS; day++) {
    const date = new Date(day * DAY_MS)
    const [opening, share] = WEEK[date.getUTCDay()] ?? [WEEKDAY, 1]
    const luck = 0.7 + 0.6 * random.next()
    const grown = 1 + (growth * Math.max(day * DAY_MS - from, 0)) / (until - from)
    const weight = share * (YEAR[date.getUTCMonth()] ?? 1) * luck * grown
    const midnight = day * DAY_MS - getOffset(zone, day * DAY_MS + DAY_MS / 2)
    if (!CLOSED.has(`${date.getUTCMonth() + 1}-${date.getUTCDate()}`)) {
      opening.hours.forEach((busy, index) => {
        const begin = midnight + (opening.from + index) * HOUR_MS
        const [open, closed] = [Math.max(begin, from), Math.min(begin + HOUR_MS, until)]
        if (open < closed) {
          hours.push({ from: open, until: closed, weight: (weight * busy * (closed - open)) / HOUR_MS })
        }
      })
    }
  }
  return hours.length > 0 ? hours : [{ from, until, weight: 1 }]
}

/** How far a time zone is ahead of UTC at a moment, in milliseconds. */
function getOffset(zone: Intl.DateTimeFormat, at: number): number {
  const name = zone.formatToParts(at).find(({ type }) => type === "timeZoneName")?.value ?? ""
  const [, sign, hours = "0", minutes = "0"] = /GMT([+-])(\d\d):(\d\d)/.exec(name) ?? []
  return (sign === "-" ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000
}
