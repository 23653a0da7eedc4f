import { asJob, DUTIES } from "../workflows/queue/duties"

export default asJob(DUTIES.carryOnRuns)

export const config = { name: "pos-carry-on-runs", schedule: "* * * * *" }
