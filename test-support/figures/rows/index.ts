import type { FigureRow } from "../figure-row"
import { ADMIN } from "./admin"
import { CLUSTER } from "./cluster"
import { LEDGER } from "./ledger"
import { LIMITS } from "./limits"
import { BEHIND_THE_DOOR, DOOR } from "./mirror"
import { PUSH } from "./push"
import { SANDBOX } from "./sandbox"
import { SHOPS } from "./shops"
import { YEARS } from "./years"

/** Each table of docs/reference/benchmarks.md, by the benchmark whose kept figures it shows. */
export const FIGURE_ROWS = {
  push: PUSH,
  limits: LIMITS,
  mirror: [...DOOR, ...BEHIND_THE_DOOR],
  sandbox: SANDBOX,
  ledger: LEDGER,
  admin: ADMIN,
  years: YEARS,
  cluster: CLUSTER,
  shops: SHOPS,
} satisfies Record<string, readonly FigureRow[]>

export type Benchmark = keyof typeof FIGURE_ROWS
