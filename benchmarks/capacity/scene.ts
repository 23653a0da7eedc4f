/** A store and what comes to it. */
export type Scene = {
  seed: number
  connections: number
  /** of each connection, for what recurs */
  products: number
  /** processes that only take notifications; 0: the workers take them, too */
  endpoints: number
  workers: number
  databaseCores: number
  /** receipts a second of all connections together, at a moment in milliseconds; `most` is never exceeded */
  arrivals: { at: (ms: number) => number; most: number }
  durationMs: number
  /** what is sold before is not in the figures */
  warmUpMs: number
  /** whether what recurs for each connection does, or only sales are looked at */
  jobs: boolean
}
