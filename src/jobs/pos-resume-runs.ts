import { asJob, RECURRING_JOBS } from "../features/background/recurring-jobs"

export default asJob(RECURRING_JOBS.resumeRuns)

export const config = { name: "pos-resume-runs", schedule: "* * * * *" }
