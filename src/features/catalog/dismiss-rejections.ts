import { createStep, createWorkflow, StepResponse, WorkflowResponse } from "@medusajs/framework/workflows-sdk"
import { POS_MODULE } from "../../modules/pos"
import { idRowSchema, type Sql } from "../../modules/pos/database/sql"
import { lockLinks } from "../../modules/pos/link-locks"

type Dismissal = {
  connectionId: string
  /** ids of product links */
  ids: string[]
  /** null: none was given */
  reason: string | null
}

/** Dismisses the rejections of products. Products in other states are not changed. Returns how many were dismissed. */
async function dismissRejections(sql: Sql, now: Date, { connectionId, ids, reason }: Dismissal): Promise<number> {
  const rows = await sql(
    idRowSchema,
    `UPDATE pos_product_link AS link
     SET dismissed_rejection = link.rejection, dismissal_reason = ?, updated_at = ?
     WHERE link.id = ANY(${lockLinks("link.id = ANY(?) AND link.connection_id = ? AND link.deleted_at IS NULL")})
       AND link.state = 'rejected' AND link.revision = link.pushed_revision
     RETURNING link.id`,
    [reason, now, ids, connectionId]
  )
  return rows.length
}

/** Makes dismissed products issues again. Returns how many were dismissed. */
async function undoDismissals(sql: Sql, now: Date, { connectionId, ids }: Omit<Dismissal, "reason">): Promise<number> {
  const rows = await sql(
    idRowSchema,
    `UPDATE pos_product_link AS link
     SET dismissed_rejection = NULL, dismissal_reason = NULL, updated_at = ?
     WHERE link.id = ANY(${lockLinks("link.id = ANY(?) AND link.connection_id = ? AND link.deleted_at IS NULL")})
       AND link.dismissed_rejection IS NOT NULL
     RETURNING link.id`,
    [now, ids, connectionId]
  )
  return rows.length
}

export type DismissRejectionsInput = { connection_id: string; ids: string[]; reason?: string }

export const posDismissRejectionsStep = createStep(
  "pos-dismiss-rejections",
  async ({ connection_id, ids, reason }: DismissRejectionsInput, { container }) => {
    const pos = container.resolve(POS_MODULE)
    await pos.findConnection(connection_id)
    const dismissal = { connectionId: connection_id, ids, reason: reason ?? null }
    return new StepResponse({ dismissed: await pos.query((sql, now) => dismissRejections(sql, now, dismissal)) })
  }
)

/** Dismisses the rejections of products: they are no issue until they are rejected for another reason. */
export const posDismissRejectionsWorkflow = createWorkflow(
  "pos-dismiss-rejections",
  (input: DismissRejectionsInput) => {
    return new WorkflowResponse(posDismissRejectionsStep(input))
  }
)

export type UndoRejectionDismissalsInput = { connection_id: string; ids: string[] }

export const posUndoRejectionDismissalsStep = createStep(
  "pos-undo-rejection-dismissals",
  async ({ connection_id, ids }: UndoRejectionDismissalsInput, { container }) => {
    const pos = container.resolve(POS_MODULE)
    await pos.findConnection(connection_id)
    const undone = await pos.query((sql, now) => undoDismissals(sql, now, { connectionId: connection_id, ids }))
    return new StepResponse({ undone })
  }
)

/** Makes dismissed products issues again, as they were. */
export const posUndoRejectionDismissalsWorkflow = createWorkflow(
  "pos-undo-rejection-dismissals",
  (input: UndoRejectionDismissalsInput) => new WorkflowResponse(posUndoRejectionDismissalsStep(input))
)
