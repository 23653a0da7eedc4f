import { BigNumber } from "bignumber.js"
import type { JudgedLink } from "../../modules/pos/queries/stock/judged-links"
import type { CounterMovement } from "../../modules/pos/counter-movement"
import type { Echo } from "./recognise-echoes"

/** `echo`: ours come back; `known`: the ledger has it in a level that it read; `moves`: stock moves. */
export type Judgement = "echo" | "known" | "moves"

/** A movement of the counter, what it means, and what it is an echo of. */
export type Judged = { movement: CounterMovement; link: JudgedLink; judgement: Judgement; echo: Echo | null }

/** The service's clock tells its seconds only, and an answer takes its time. */
const BLUR_MS = 10_000

/**
 * What a movement means. Switching tracking on at the counter is told as a change from nothing to the level that was
 * typed in: that level is no delivery, and counting it as one is how stock doubles. It is the beginning, whether it
 * comes before we have read the level (the variant is not tracked yet) or after (the level we read has it in it). The
 * same goes for a movement that is told after the level it led to was read by a reconciliation: it is told late, not
 * again.
 */
export function judge(movement: CounterMovement, link: JudgedLink, isEcho: boolean): Judgement {
  if (isEcho) {
    return "echo"
  }
  if (movement.kind !== "mirrored") {
    return "moves"
  }
  if (isInReadLevel(movement, link)) {
    return "known"
  }
  if (!link.tracked) {
    return new BigNumber(movement.before ?? 0).isZero() ? "known" : "moves"
  }
  return "moves"
}

/** Whether the level of the counter that was read last has a movement in it already. */
export function isInReadLevel(movement: CounterMovement, link: JudgedLink): boolean {
  if (link.read_level === null || link.read_at === null) {
    return false
  }
  const afterRead = movement.occurredAt.getTime() - link.read_at.getTime()
  if (Math.abs(afterRead) > BLUR_MS) {
    return afterRead < 0
  }
  // Both happened at about the same time: the levels tell which came first.
  if (!link.moved_since_read && isLevel(movement.balanceAfter, link.read_level)) {
    return true
  }
  return !isLevel(movement.before, link.read_level) && afterRead < 0
}

/** Whether a movement led to the level that was read at about the same time, so that it may be in it. */
export function mayHaveLedToReadLevel(movement: CounterMovement, link: JudgedLink): boolean {
  return (
    link.read_level !== null &&
    link.read_at !== null &&
    Math.abs(movement.occurredAt.getTime() - link.read_at.getTime()) <= BLUR_MS &&
    isLevel(movement.balanceAfter, link.read_level)
  )
}

function isLevel(balance: string | null, level: string): boolean {
  return balance !== null && new BigNumber(balance).isEqualTo(level)
}
