import { asJob, DUTIES } from "../workflows/catch-up/duties"

export default asJob(DUTIES.findChanges)

export const config = { name: "pos-find-changes", schedule: "* * * * *" }
