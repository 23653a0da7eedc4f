import type { ReportPeriod } from "../../modules/pos/queries/sales/read-report"
import { countDays, shiftDay } from "../../vocabulary/iso-day"

/** A period of days, both inclusive, with the one of the same length that ends the day before it. */
export const withPeriodBefore = (from: string, to: string): ReportPeriod => ({
  ...{ from, to },
  before: { from: shiftDay(from, -countDays(from, to)), to: shiftDay(from, -1) },
})
