import { parseDecimal } from "../../translate/decimal"

/** A movement whose answer was lost, and what is known of its variant now. Quantities are decimal text. */
export type LostMovement = {
  change: string
  /** the counter's balance by our ledger, which counts the movement */
  ledger: string
  /** the counter's balance as it was read after all that was heard of had been counted */
  counter: string
  /**
   * whether anything changed there since the movement was sent; null where the service does not tell (rows of the
   * specification have neither `updated` nor `checksum`)
   */
  changedSince: boolean | null
  /** how often somebody has looked before */
  looks: number
}

/** `wait`: nobody can tell yet; look again later. */
export type LostJudgement = "applied" | "lost" | "wait"

/** So many looks, each later than the last, give every event that is on its way the time to come. */
const MOST_LOOKS = 3

/**
 * What became of a movement whose answer was lost. A row that has not changed since has not taken it (observed "A stock
 * write whose answer was lost"). Else, what the counter has beyond what we heard of is either nothing, then it
 * was not applied; or just this movement, then it was; or something else, then an event is on its way that tells
 * more. When none comes, the nearer of the two is presumed, and what is left is a difference like any other.
 */
export function judgeLostMovement({ change, ledger, counter, changedSince, looks }: LostMovement): LostJudgement {
  const moved = parseDecimal(change)
  const unheard = parseDecimal(counter).minus(parseDecimal(ledger).minus(moved))
  const isLastLook = looks + 1 >= MOST_LOOKS
  if (changedSince === false) {
    // Whatever level stands there, also the one that it would have made: a sale before it that was not heard of.
    return "lost"
  }
  if (unheard.isEqualTo(moved)) {
    return "applied"
  }
  if (unheard.isZero()) {
    // Something moved there and moved back: perhaps ours, and a sale that we have not heard of.
    return changedSince === true && !isLastLook ? "wait" : "lost"
  }
  if (!isLastLook) {
    return "wait"
  }
  return unheard.minus(moved).abs().isLessThan(unheard.abs()) ? "applied" : "lost"
}
