import { asJob, DUTIES } from "../workflows/catch-up/duties"

export default asJob(DUTIES.finance)

export const config = { name: "pos-finance", schedule: "* * * * *" }
