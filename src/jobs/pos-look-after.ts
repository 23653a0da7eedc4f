import { asJob, DUTIES } from "../workflows/catch-up/duties"

export default asJob(DUTIES.lookAfter)

export const config = { name: "pos-look-after", schedule: "*/5 * * * *" }
