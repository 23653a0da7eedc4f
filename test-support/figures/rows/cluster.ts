import { atLeast, atMost, type FigureRow } from "../figure-row"

/** What the suites on a cluster (`npm run test:cluster`) saw; they fail themselves where an aim is missed. */
export const CLUSTER: readonly FigureRow[] = [
  { figure: "postgres_ended", says: "PostgreSQL ended, times, during {notifications} notifications" },
  { figure: "redis_ended", says: "Redis ended, times" },
  { figure: "processes_ended", says: "Processes of the store killed, times" },
  { figure: "back_s", says: "A killed process was back after", unit: "s" },
  { figure: "seconds_to_quiet", says: "Nothing was left to do after the last outage, after", unit: "s" },
  { figure: "waited_s", says: "Work claimed by a killed worker waited at most", unit: "s", aim: atMost(45) },
  { figure: "orders", says: "Web orders during a first sync of {synced_products} products", aim: atLeast(20) },
  {
    figure: "order_placed_p99_ms",
    says: "… `order.placed` at another subscriber after the answer, p99",
    unit: "ms",
    aim: atMost(1_000),
  },
]
