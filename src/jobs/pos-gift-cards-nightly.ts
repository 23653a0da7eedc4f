import { asCalendarJob } from "../workflows/catch-up/calendar-jobs"
import { CALENDAR_JOBS } from "../workflows/catch-up/duties"
import { toCron } from "../workflows/catch-up/latest-time"

export default asCalendarJob(CALENDAR_JOBS.giftCardsNightly)

export const config = { name: "pos-gift-cards-nightly", schedule: toCron(CALENDAR_JOBS.giftCardsNightly.time) }
