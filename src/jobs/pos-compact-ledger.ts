import { asCalendarJob, CALENDAR_JOBS } from "../features/background/recurring-jobs"
import { toCron } from "../runtime/scheduler"

export default asCalendarJob(CALENDAR_JOBS.compactLedger)

export const config = { name: "pos-compact-ledger", schedule: toCron(CALENDAR_JOBS.compactLedger.time) }
