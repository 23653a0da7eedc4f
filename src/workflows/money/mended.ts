/**
 * What came of repairing a difference. `gone`: there was none any longer. `not_kept`: what a repaired order no longer has
 * of what the store added to it, for a person to read.
 */
export type Mended =
  { outcome: "mended"; not_kept?: string | null } | { outcome: "gone" } | { outcome: "failed"; failure: string }
