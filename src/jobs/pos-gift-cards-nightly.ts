import { asCalendarJob, CALENDAR_JOBS, getJobConfig } from "../features/background"

export default asCalendarJob(CALENDAR_JOBS.giftCardsNightly)

export const config = getJobConfig(CALENDAR_JOBS.giftCardsNightly)
