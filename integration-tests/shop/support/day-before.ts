import { shiftDay } from "../../../src/contract/time"

/** The ISO date so many days before today (UTC); negative: after. */
export const dayBefore = (days: number): string => shiftDay(new Date().toISOString().slice(0, 10), -days)
