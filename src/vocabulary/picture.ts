/** `stored`: the service has it; `invalid`: it cannot be had, with the reason; tried again when asked to. */
export const PICTURE_STATES = ["stored", "invalid"] as const
