import { atLeast, atMost, below, type FigureRow } from "../figure-row"

export const SANDBOX: readonly FigureRow[] = [
  { figure: "installed_mb", says: "Installed package, all files", unit: "MB", aim: atMost(15) },
  { figure: "rivals_installed_mb", says: "…", unit: "MB" },
  { figure: "first_answer_ms", says: "First answer after the start, median of 7", unit: "ms", aim: atMost(400) },
  { figure: "rivals_first_answer_ms", says: "…", unit: "ms" },
  { figure: "idle_mb", says: "Memory a second after that, with the sample store", unit: "MB", aim: atMost(70) },
  { figure: "rivals_idle_mb", says: "…", unit: "MB" },
  { figure: "seed_seconds", says: "Seeding {purchases} purchases", unit: "s", aim: below(20) },
  { figure: "reads_per_second", says: "Reads of one purchase a second", aim: atLeast(1_500) },
  { figure: "reads_vs_bare", says: "… share of a bare Express route" },
  { figure: "import_2000_seconds", says: "Import of 2,000 products", unit: "s", aim: atMost(2) },
  { figure: "deliveries_per_second", says: "Notifications delivered a second", aim: atLeast(500) },
  { figure: "memory_mb", says: "Memory with all that, and seeding", unit: "MB", aim: below(600) },
]
