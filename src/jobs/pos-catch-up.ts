import { asJob, getJobConfig, RECURRING_JOBS } from "../features/background"

export default asJob(RECURRING_JOBS.catchUp)

export const config = getJobConfig(RECURRING_JOBS.catchUp)
