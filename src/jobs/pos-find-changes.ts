import { asJob, DUTIES } from "../workflows/queue/duties"

export default asJob(DUTIES.findChanges)

export const config = { name: "pos-find-changes", schedule: "* * * * *" }
