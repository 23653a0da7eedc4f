/** One stock movement that the POS reported, or that follows the POS's level. Quantities are signed decimal text. */
export type PosMovement = {
  /** natural key: the same for every report of the same movement */
  naturalKey: string
  variantUuid: string
  /** `mirrored`: from a notification; `sold`: from a receipt's row; `corrected`: from a resolved stock difference */
  kind: "mirrored" | "sold" | "corrected"
  /** the change at the POS */
  change: string
  /**
   * the change in the store; it differs from `change` only where a stock difference is resolved in favor of one side
   */
  storeChange: string
  /** the POS's balance before the movement; null when it was not reported */
  before: string | null
  balanceAfter: string | null
  /** the caller's identifier of a movement that came through the inventory API */
  identifier: string | null
  occurredAt: Date
}

/**
 * SQL condition for movements by which the ledger adopted a level read from the POS. The text matches the index's
 * condition.
 */
export const READ_MOVEMENT = "(natural_key LIKE 'baseline:%' OR natural_key LIKE 'difference:%')"
