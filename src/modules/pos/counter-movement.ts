/** One movement of stock that the counter told of, or that follows the counter. Quantities are decimal text, signed. */
export type CounterMovement = {
  /** what makes it the same movement, however often it is told */
  naturalKey: string
  variantUuid: string
  /** `mirrored`: a notification; `sold`: a receipt's row; `corrected`: a difference that was decided */
  kind: "mirrored" | "sold" | "corrected"
  /** what moved at the counter */
  change: string
  /** what moves in the shop; the same, except where a difference is settled in favour of one side */
  shopChange: string
  /** the counter's balance before; null where nobody told */
  before: string | null
  balanceAfter: string | null
  /** the caller's id of a movement that came through the inventory interface */
  identifier: string | null
  occurredAt: Date
}
