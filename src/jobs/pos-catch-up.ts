import { asJob, DUTIES } from "../workflows/catch-up/duties"

export default asJob(DUTIES.catchUp)

export const config = { name: "pos-catch-up", schedule: "*/5 * * * *" }
