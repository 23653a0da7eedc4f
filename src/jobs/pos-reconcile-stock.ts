import { asCalendarJob, CALENDAR_JOBS, getJobConfig } from "../features/background"

export default asCalendarJob(CALENDAR_JOBS.reconcileStock)

export const config = getJobConfig(CALENDAR_JOBS.reconcileStock)
