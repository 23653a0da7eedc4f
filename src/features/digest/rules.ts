import { shiftDay } from "../../contract/time"
import { organizationDate } from "../../modules/pos/organization-time"

/**
 * Returns the day (ISO date) whose digest is due for a recipient: today in the recipient's time zone from the chosen
 * hour on, else null. Each day has one digest, so clocks that change move it and neither skip nor repeat it.
 */
export function getDueDay(now: Date, { hour, timeZone }: { hour: number; timeZone: string }): string | null {
  const format = new Intl.DateTimeFormat("en", { timeZone, hourCycle: "h23", hour: "numeric" })
  return Number(format.format(now)) >= hour ? organizationDate(now, timeZone) : null
}

/** Returns the last complete day (ISO date) of a time zone. */
export const getYesterday = (now: Date, timeZone: string): string => shiftDay(organizationDate(now, timeZone), -1)
