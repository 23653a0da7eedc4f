export { asCalendarJob, asJob, CALENDAR_JOBS, getJobConfig, RECURRING_JOBS } from "./recurring-jobs"
export { resumeRuns } from "./resume-runs"
