import { asJob, DUTIES } from "../workflows/queue/duties"

export default asJob(DUTIES.sweep)

export const config = { name: "pos-sweep", schedule: "* * * * *" }
