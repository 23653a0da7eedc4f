import { asJob, RECURRING_JOBS } from "../features/background/recurring-jobs"

export default asJob(RECURRING_JOBS.checkReachability)

export const config = { name: "pos-check-reachability", schedule: "* * * * *" }
