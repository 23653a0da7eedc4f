/** What came of mending a difference. `gone`: there was none any longer. */
export type Mended = { outcome: "mended" | "gone" } | { outcome: "failed"; failure: string }
