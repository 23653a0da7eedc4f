import { asJob, DUTIES } from "../workflows/catch-up/duties"

export default asJob(DUTIES.sweep)

export const config = { name: "pos-sweep", schedule: "* * * * *" }
