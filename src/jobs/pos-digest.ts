import { asJob, getJobConfig, RECURRING_JOBS } from "../features/background"

export default asJob(RECURRING_JOBS.digest)

export const config = getJobConfig(RECURRING_JOBS.digest)
