import { asCalendarJob } from "../workflows/catch-up/calendar-jobs"
import { CALENDAR_JOBS } from "../workflows/catch-up/duties"
import { toCron } from "../workflows/catch-up/latest-time"

export default asCalendarJob(CALENDAR_JOBS.checkMoney)

export const config = { name: "pos-check-money", schedule: toCron(CALENDAR_JOBS.checkMoney.time) }
