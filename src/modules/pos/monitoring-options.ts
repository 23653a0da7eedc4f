import { z } from "@medusajs/framework/zod"

/** Below this a token is guessed sooner or later. */
const SHORTEST_TOKEN = 16

/** How a shop lets itself be watched, see docs/monitoring.md. */
export const monitoringOptionsSchema = z.object({
  /** who names it reads `/hooks/pos/metrics`, and the details of `/hooks/pos/ready`; without one nobody does */
  token: z.string().min(SHORTEST_TOKEN).nullable().default(null),
  /** an inbox entry that has waited longer makes the shop not ready */
  readyAfterSeconds: z.number().int().min(10).max(86_400).default(900),
  /** which share of notifications is traced, where the shop has set up OpenTelemetry */
  traceShare: z.number().min(0).max(1).default(1),
})
