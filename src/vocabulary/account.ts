/** `forbidden`: the key lacks READ:FINANCE; `failing`: the last pull broke off and is tried again. */
export const ACCOUNT_STATES = ["active", "forbidden", "failing"] as const

/** `difference`: the transactions it settled do not make its amount; the difference is shown, never forced away. */
export const PAYOUT_STATES = ["closed", "difference"] as const

/** As {@link PAYOUT_STATES}, as it is shown. `failed`: the money came back. */
export const SHOWN_PAYOUT_STATES = [...PAYOUT_STATES, "failed"] as const

export type ShownPayoutState = (typeof SHOWN_PAYOUT_STATES)[number]
