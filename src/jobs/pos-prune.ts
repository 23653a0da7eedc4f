import { asCalendarJob, CALENDAR_JOBS } from "../features/background/recurring-jobs"
import { toCron } from "../runtime/scheduler"

export default asCalendarJob(CALENDAR_JOBS.prune)

export const config = { name: "pos-prune", schedule: toCron(CALENDAR_JOBS.prune.time) }
