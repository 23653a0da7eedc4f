import { asCalendarJob } from "../workflows/catch-up/calendar-jobs"
import { CALENDAR_JOBS } from "../workflows/catch-up/duties"
import { toCron } from "../workflows/catch-up/latest-time"

export default asCalendarJob(CALENDAR_JOBS.reconcileStock)

export const config = { name: "pos-reconcile-stock", schedule: toCron(CALENDAR_JOBS.reconcileStock.time) }
