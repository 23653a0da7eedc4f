import { asCalendarJob, CALENDAR_JOBS, getJobConfig } from "../features/background"

export default asCalendarJob(CALENDAR_JOBS.reconcileFinances)

export const config = getJobConfig(CALENDAR_JOBS.reconcileFinances)
