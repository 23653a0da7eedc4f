import { atMost, type FigureRow } from "../figure-row"

export const IDLE: readonly FigureRow[] = [
  { figure: "cpu_until_healthy_s", says: "CPU until the first 200 of `/health`", unit: "s" },
  {
    figure: "installed_more_cpu_until_healthy_s",
    says: "… more with the plugin installed",
    unit: "s",
    aim: atMost(0.4),
  },
  { figure: "resident_mb", says: "Resident memory 30 s after the start (MiB)" },
  { figure: "installed_more_resident_mb", says: "… more with the plugin installed (MiB)", aim: atMost(25) },
  { figure: "statements_until_30_s", says: "Statements from the start until 30 s later" },
  { figure: "connected_statements_until_30_s", says: "… connected", aim: atMost(80) },
  { figure: "statements_per_minute", says: "Statements a minute at rest" },
  { figure: "installed_statements_per_minute", says: "… with the plugin installed", aim: atMost(5) },
  {
    figure: "connected_statements_per_minute",
    says: "… connected, with {products} products and {receipts} receipts",
    aim: atMost(20),
  },
  { figure: "postgres_ms_per_minute", says: "PostgreSQL's time a minute at rest", unit: "ms" },
  {
    figure: "installed_postgres_ms_per_minute",
    says: "… with the plugin installed",
    unit: "ms",
    aim: atMost(5),
  },
  { figure: "connected_postgres_ms_per_minute", says: "… connected", unit: "ms", aim: atMost(30) },
  { figure: "cpu_s_per_minute", says: "CPU a minute at rest", unit: "s" },
  {
    figure: "installed_more_cpu_s_per_minute",
    says: "… more with the plugin installed",
    unit: "s",
    aim: atMost(0.05),
  },
  { figure: "connected_more_cpu_s_per_minute", says: "… more when connected", unit: "s", aim: atMost(0.15) },
  { figure: "admin_kb", says: "First load of every page of the dashboard, compressed", unit: "kB" },
  { figure: "installed_more_admin_kb", says: "… more with the plugin installed", unit: "kB", aim: atMost(15) },
]
