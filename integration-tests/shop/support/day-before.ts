import { shiftDay } from "../../../src/contract/time"
import { organizationDate } from "../../../src/modules/pos/organization-time"

/** The ISO date so many days before today in Stockholm, where the tests' organizations are; negative: after. */
export const dayBefore = (days: number): string => shiftDay(organizationDate(new Date(), "Europe/Stockholm"), -days)
