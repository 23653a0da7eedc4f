import { asCalendarJob, CALENDAR_JOBS } from "../features/background/recurring-jobs"
import { toCron } from "../runtime/scheduler"

export default asCalendarJob(CALENDAR_JOBS.reconcileFinances)

export const config = { name: "pos-reconcile-finances", schedule: toCron(CALENDAR_JOBS.reconcileFinances.time) }
