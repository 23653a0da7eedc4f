import { InvalidArgumentError } from "commander"

export function readNumber(value: string): number {
  if (!/^\d{1,9}$/.test(value)) {
    throw new InvalidArgumentError("A whole number is needed.")
  }
  return Number(value)
}

export function readDate(value: string): Date {
  const date = new Date(value)
  if (Number.isNaN(date.getTime())) {
    throw new InvalidArgumentError("A date such as 2026-03-01T08:00:00Z is needed.")
  }
  return date
}

const SECONDS: Record<string, number> = { s: 1, m: 60, h: 3_600, d: 86_400, w: 604_800 }

/** "90", "90s", "15m", "2h30m" or "3d" as seconds. */
export function readDuration(value: string): number {
  const parts = [...value.matchAll(/(\d+(?:\.\d+)?)([smhdw]?)/g)]
  if (parts.length === 0 || parts.map(([part]) => part).join("") !== value) {
    throw new InvalidArgumentError("A time such as 90s, 15m, 2h30m, 3d or 1w is needed.")
  }
  return parts.reduce((sum, [, amount = "0", unit = ""]) => sum + Number(amount) * (SECONDS[unit] ?? 1), 0)
}

/** "PurchaseCreated,ProductUpdated" as names. */
export const readNames = (value: string): string[] => value.split(",").filter(Boolean)
