/**
 * What a person sees of a link; whether it is due is `revision > pushed_revision`. `excluded`: not sold there, and not
 * at the counter; `kept`: no longer sold there, left at the counter by choice; `unsent`: a cancelled run left it out.
 */
export const PRODUCT_LINK_STATES = ["pending", "synced", "rejected", "excluded", "kept", "unsent"] as const

/** `auto`: the connection's selection decides; the others are a merchant's word on this product. */
export const INCLUSIONS = ["auto", "include", "exclude"] as const

export type Inclusion = (typeof INCLUSIONS)[number]
