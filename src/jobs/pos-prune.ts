import { asCalendarJob, CALENDAR_JOBS, getJobConfig } from "../features/background"

export default asCalendarJob(CALENDAR_JOBS.prune)

export const config = getJobConfig(CALENDAR_JOBS.prune)
