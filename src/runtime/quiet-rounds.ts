import { isUnchanged, type Snapshot } from "../modules/pos/database/housekeeping"

/**
 * Remembers the last round of a job that found nothing, so that the next rounds can be left out while nothing was
 * committed since. Work that depends on the time, not on a row, is found when the round is repeated after `longestMs`.
 */
export class QuietRounds {
  /** Returns true when nothing was committed between two snapshots; see housekeeping.ts. */
  static isUnchanged = isUnchanged

  private last: { snapshot: Snapshot; at: number } | null = null

  constructor(private readonly longestMs: number) {}

  /** Returns true when a round now would find what the last one found: nothing. */
  isQuiet(snapshot: Snapshot | null): boolean {
    return (
      snapshot !== null &&
      this.last !== null &&
      performance.now() - this.last.at < this.longestMs &&
      QuietRounds.isUnchanged(this.last.snapshot, snapshot)
    )
  }

  /**
   * Records what a round has found.
   * @param snapshot what it could see when it began; null: unknown
   */
  record(snapshot: Snapshot | null, hasFound: boolean): void {
    this.last = snapshot === null || hasFound ? null : { snapshot, at: performance.now() }
  }
}
