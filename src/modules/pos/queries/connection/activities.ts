import { z } from "@medusajs/framework/zod"
import { momentColumn } from "../../database/big-number"
import type { Fragment } from "../../database/page"
import { type ExportPeriod, within } from "../finance/export-queries"

export const exportedActivitySchema = z.object({
  begun_at: momentColumn,
  actor_name: z.string().nullable(),
  actor_id: z.string(),
  kind: z.string(),
  state: z.string(),
  /** JSON, as text */
  asked: z.string().nullable(),
  before: z.string().nullable(),
  after: z.string().nullable(),
})

/** Who decided what of a connection. */
export function activitiesOf(period: ExportPeriod): Fragment {
  const decided = within("begun_at", period)
  return {
    text: `SELECT begun_at, actor_name, actor_id, kind, state, asked::text, before::text, after::text
      FROM pos_activity WHERE connection_id = ? AND ${decided.text} AND deleted_at IS NULL ORDER BY begun_at, id`,
    bindings: [period.connectionId, ...decided.bindings],
  }
}
