/** What a run of every day has at least. */
const LEAST = 100

/**
 * How many examples a property is held against: a tenth in a run of every day, which draws others each time, and all of
 * them in `npm run test:long` (EXAMPLES=all).
 */
export const examples = (all: number) => ({
  numRuns: process.env.EXAMPLES === "all" ? all : Math.max(LEAST, Math.ceil(all / 10)),
})
