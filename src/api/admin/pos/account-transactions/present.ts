import type { AccountRow } from "../../../../features/finance"

/**
 * Converts an account for the API, with the share of its history that the current pull has read; amounts in minor
 * units.
 */
export function presentAccount(account: AccountRow) {
  const { history_from, pulled_until, pulling_until } = account
  const whole = pulling_until === null ? 0 : pulling_until.getTime() - history_from.getTime()
  const pulledMs = pulled_until.getTime() - history_from.getTime()
  return { ...account, progress: whole > 0 ? Math.min(pulledMs / whole, 1) : null }
}
