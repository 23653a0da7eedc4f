import { WEBHOOK_ENDPOINT, type UnitCosts } from "./unit-costs"

/**
 * `npm run bench -- capacity --measure` on two cores, which shop, database and service shared with other work: a load of 8
 * to 10. What recurs was measured again when rounds had come to ask first, at a load of 11 to 13.
 */
export const MEASURED: UnitCosts = {
  notifiedMs: 18.1,
  endpoint: WEBHOOK_ENDPOINT,
  claim: { shopMs: 14.2, databaseMs: 4.8, waitMs: 14.2 },
  outbox: { shopMs: 27.1, databaseMs: 14.1, waitMs: 314 },
  batch: { shopMs: 37.9, databaseMs: 23.5, waitMs: 4.8 },
  receipt: { shopMs: 2.44, databaseMs: 1.59, waitMs: 0 },
  jobs: {
    sweep: { shopMs: 0.04, databaseMs: 0.3, waitMs: 0.9 },
    "resume-runs": { shopMs: 0, databaseMs: 0, waitMs: 0 },
    "find-changes": { shopMs: 0, databaseMs: 0, waitMs: 0 },
    finance: { shopMs: 0, databaseMs: 0, waitMs: 0 },
    "catch-up": { shopMs: 24.3, databaseMs: 13.4, waitMs: 79.3 },
  },
  turn: { shopMs: 65.4, databaseMs: 42.4, waitMs: 517 },
  product: { shopMs: 0.317, databaseMs: 0.321, waitMs: 0.025 },
  rowsWritten: 33.4,
  walKilobytes: 38.9,
}
