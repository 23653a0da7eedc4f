/** A process that dies holds what it had taken at most this long; afterwards another takes it. */
const LEASE_MS = 30_000

/** A process that lives renews so often, since a call to the service may take minutes. */
export const RENEW_MS = 8_000

export const leaseUntil = (now: Date) => new Date(now.getTime() + LEASE_MS)
