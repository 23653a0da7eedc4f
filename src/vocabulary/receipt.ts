/** `pending` until the shop shows it; `mirrored`: an order or a refund stands for it; `recorded`: kept here only. */
export const RECEIPT_STATES = ["pending", "mirrored", "recorded"] as const
