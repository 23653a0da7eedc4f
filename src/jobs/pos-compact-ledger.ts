import { asCalendarJob, CALENDAR_JOBS, getJobConfig } from "../features/background"

export default asCalendarJob(CALENDAR_JOBS.compactLedger)

export const config = getJobConfig(CALENDAR_JOBS.compactLedger)
