import { asJob, DUTIES } from "../workflows/queue/duties"

export default asJob(DUTIES.finance)

export const config = { name: "pos-finance", schedule: "* * * * *" }
