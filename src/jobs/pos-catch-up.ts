import { asJob, RECURRING_JOBS } from "../features/background/recurring-jobs"

export default asJob(RECURRING_JOBS.catchUp)

export const config = { name: "pos-catch-up", schedule: "*/5 * * * *" }
