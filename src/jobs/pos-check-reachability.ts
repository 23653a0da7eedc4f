import { asJob, DUTIES } from "../workflows/catch-up/duties"

export default asJob(DUTIES.checkReachability)

export const config = { name: "pos-check-reachability", schedule: "* * * * *" }
