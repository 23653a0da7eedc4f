import { asCalendarJob, CALENDAR_JOBS } from "../features/background/recurring-jobs"
import { toCron } from "../runtime/scheduler"

export default asCalendarJob(CALENDAR_JOBS.giftCardsNightly)

export const config = { name: "pos-gift-cards-nightly", schedule: toCron(CALENDAR_JOBS.giftCardsNightly.time) }
