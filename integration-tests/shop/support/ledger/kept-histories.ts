import type { DrawnHistory } from "./account-history"

const MOVE: DrawnHistory["moves"][number] = { day: 0, second: null, kind: "sale", amount: 1_000, hours: 1 }

const HISTORY: DrawnHistory = {
  zone: "Europe/Stockholm",
  start: "2026-02-20",
  periodicity: "DAILY",
  cutOff: 0,
  lag: 2_900,
  kept: 0,
  threshold: 0,
  debits: true,
  moves: [],
  failing: [],
  faults: [],
  begins: null,
  pulls: [],
  form: { bare: false, amountAsText: false, originator: false, zone: "Z" },
}

/** Histories that once failed. */
export const KEPT_HISTORIES: [DrawnHistory][] = [
  // Frozen funds that come back within what two payouts later ones settled: they come to nothing, but not for those.
  [{ ...HISTORY, moves: [{ ...MOVE, day: 391, kind: "frozen", hours: 24 }, MOVE, MOVE, MOVE, MOVE, MOVE] }],
  // A payment and the next payout are missing: the payout without the payment takes the rows of the missing one.
  [
    {
      ...HISTORY,
      lag: 60,
      debits: false,
      moves: [MOVE, MOVE, { ...MOVE, day: 1 }, MOVE, { ...MOVE, day: 32 }],
      faults: [
        { kind: "missing", target: 64_972, isOfPayout: true, amount: 1, hours: 1 },
        { kind: "missing", target: 0, isOfPayout: false, amount: 1, hours: 1 },
      ],
    },
  ],
]
