import { asJob, DUTIES } from "../workflows/catch-up/duties"

export default asJob(DUTIES.watch)

export const config = { name: "pos-watch", schedule: "* * * * *" }
