/** Why what notifications would have said is looked for: the subscription was lost, or it asked for fewer events. */
export const REVIEW_CAUSES = ["lost", "extended"] as const

export type ReviewCause = (typeof REVIEW_CAUSES)[number]
