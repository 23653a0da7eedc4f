/** A moment as the purchase interface takes it: UTC, to the minute. */
export const toQueryMoment = (date: Date) => date.toISOString().slice(0, "YYYY-MM-DDThh:mm".length)
