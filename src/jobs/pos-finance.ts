import { asJob, RECURRING_JOBS } from "../features/background/recurring-jobs"

export default asJob(RECURRING_JOBS.finance)

export const config = { name: "pos-finance", schedule: "* * * * *" }
