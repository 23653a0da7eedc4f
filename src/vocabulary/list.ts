/** Beyond it a list is not counted, so that a million rows are listed as quickly as a hundred. */
export const LIST_COUNT_LIMIT = 10_000
