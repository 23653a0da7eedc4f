import type { FigureRow } from "../figure-row"
import { ADMIN } from "./admin"
import { AVAILABILITY } from "./availability"
import { CLUSTER } from "./cluster"
import { HOLDS } from "./holds"
import { IDLE } from "./idle"
import { LEDGER } from "./ledger"
import { LIMITS } from "./limits"
import { AFTER_THE_WEBHOOK_ENDPOINT, WEBHOOK_ENDPOINT } from "./mirror"
import { PUSH } from "./push"
import { SANDBOX } from "./sandbox"
import { SHOPS } from "./shops"
import { YEARS } from "./years"

/** Each table of docs/reference/benchmarks.md, by the benchmark whose kept figures it shows. */
export const FIGURE_ROWS = {
  push: PUSH,
  limits: LIMITS,
  mirror: [...WEBHOOK_ENDPOINT, ...AFTER_THE_WEBHOOK_ENDPOINT],
  sandbox: SANDBOX,
  ledger: LEDGER,
  admin: ADMIN,
  years: YEARS,
  cluster: CLUSTER,
  shops: SHOPS,
  availability: AVAILABILITY,
  holds: HOLDS,
  idle: IDLE,
} satisfies Record<string, readonly FigureRow[]>

export type Benchmark = keyof typeof FIGURE_ROWS
