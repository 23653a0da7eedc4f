export { asCalendarJob, CALENDAR_JOBS } from "./calendar-jobs"
export { asJob, getJobConfig, RECURRING_JOBS } from "./recurring-jobs"
export { resumeRuns } from "./resume-runs"
