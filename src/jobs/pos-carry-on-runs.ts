import { asJob, DUTIES } from "../workflows/catch-up/duties"

export default asJob(DUTIES.carryOnRuns)

export const config = { name: "pos-carry-on-runs", schedule: "* * * * *" }
