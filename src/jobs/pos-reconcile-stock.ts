import { asCalendarJob, CALENDAR_JOBS } from "../features/background/recurring-jobs"
import { toCron } from "../runtime/scheduler"

export default asCalendarJob(CALENDAR_JOBS.reconcileStock)

export const config = { name: "pos-reconcile-stock", schedule: toCron(CALENDAR_JOBS.reconcileStock.time) }
