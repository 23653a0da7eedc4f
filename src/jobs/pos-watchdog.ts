import { asJob, RECURRING_JOBS } from "../features/background/recurring-jobs"

export default asJob(RECURRING_JOBS.watchdog)

export const config = { name: "pos-watchdog", schedule: "* * * * *" }
