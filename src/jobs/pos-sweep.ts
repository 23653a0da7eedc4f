import { asJob, RECURRING_JOBS } from "../features/background/recurring-jobs"

export default asJob(RECURRING_JOBS.sweep)

export const config = { name: "pos-sweep", schedule: "* * * * *" }
