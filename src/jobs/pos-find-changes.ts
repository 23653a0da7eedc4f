import { asJob, RECURRING_JOBS } from "../features/background/recurring-jobs"

export default asJob(RECURRING_JOBS.findChanges)

export const config = { name: "pos-find-changes", schedule: "* * * * *" }
