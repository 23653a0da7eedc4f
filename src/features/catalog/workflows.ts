import { createStep, createWorkflow, StepResponse, WorkflowResponse } from "@medusajs/framework/workflows-sdk"
import type { BulkAction, Inclusion } from "../../contract/catalog"
import { MAX_EXPECTED_MINUTES, type MassChangeGroup } from "../../contract/mass-changes"
import { countMatching, type LinkState } from "../../medusa/product-links"
import { findLivingProducts, findProductsWithDueImages } from "../../medusa/product-lookups"
import { fetchDueImages, fetchProductsById } from "../../medusa/services/find-products"
import { POS_MODULE } from "../../modules/pos"
import { idRowSchema, type Sql } from "../../modules/pos/database/sql"
import { entityId } from "../../modules/pos/entity-id"
import { PosError } from "../../modules/pos/errors"
import { lockLinks } from "../../modules/pos/link-locks"
import { openCatalog } from "../../runtime/catalog-access"
import { POS_EVENTS } from "../../runtime/events"
import { wakeFor } from "../../runtime/queue"
import { expectChange } from "../holds"
import { ignoreCandidates } from "./candidate-store"
import { markProductsDue, newMarks, setInclusion, setOverrides } from "./change-marks"
import { retryImages } from "./image-store"
import { linkSold } from "./mark-changed"
import type { Overrides } from "./overrides"

/** `auto`: the connection's selection decides again. */
export type IncludeProductsInput = {
  connection_id: string
  product_ids: string[]
  inclusion: Inclusion
}

export const posIncludeProductsStep = createStep(
  "pos-include-products",
  async ({ connection_id, product_ids, inclusion }: IncludeProductsInput, { container }) => {
    const pos = container.resolve(POS_MODULE)
    await pos.findConnection(connection_id)
    const productIds = [...new Set(product_ids)]
    const over = await openCatalog(container, async () => fetchProductsById(container, productIds))
    const changed = await pos.query(async (sql) => {
      const living = await findLivingProducts(over(sql), productIds)
      return setInclusion(sql, connection_id, newMarks(living), inclusion)
    })
    return new StepResponse({ changed })
  }
)

/** Includes or excludes products, regardless of the selection. */
export const posIncludeProductsWorkflow = createWorkflow("pos-include-products", (input: IncludeProductsInput) => {
  const included = posIncludeProductsStep(input)
  wakeFor(input, POS_EVENTS.outboxDue)
  return new WorkflowResponse(included)
})

export type OverrideProductInput = { connection_id: string; product_id: string; overrides: Overrides | null }

/** The product has no link in this connection, so there is nothing at the POS to override. */
export class ProductNotLinkedError extends PosError {
  constructor(productId: string, connectionId: string) {
    super(
      "pos_product_not_linked",
      `The product ${productId} is not sold through the connection ${connectionId}. Include it first.`
    )
  }
}

export const posOverrideProductStep = createStep(
  "pos-override-product",
  async ({ connection_id, product_id, overrides }: OverrideProductInput, { container }) => {
    const pos = container.resolve(POS_MODULE)
    const isLinked = await pos.query((sql) =>
      setOverrides(sql, { connectionId: connection_id, productId: product_id, overrides })
    )
    if (!isLinked) {
      throw new ProductNotLinkedError(product_id, connection_id)
    }
    return new StepResponse({ connection_id, product_id })
  }
)

/** Sets what the POS shows for one product instead of the store's own values; null removes the overrides. */
export const posOverrideProductWorkflow = createWorkflow("pos-override-product", (input: OverrideProductInput) => {
  const overridden = posOverrideProductStep(input)
  wakeFor(overridden, POS_EVENTS.outboxDue)
  return new WorkflowResponse(overridden)
})

export type RetryProductsInput = { connection_id: string; product_ids: string[] }
export type RetryImagesInput = { connection_id: string }

export const posRetryProductsStep = createStep(
  "pos-retry-products",
  async ({ connection_id, product_ids }: RetryProductsInput, { container }) => {
    const pos = container.resolve(POS_MODULE)
    const connection = await pos.findConnection(connection_id)
    const links = await pos.listPosProductLinks({ connection_id, product_id: product_ids }, { take: null })
    const linkedIds = links.map(({ product_id }) => product_id)
    const mark = async (sql: Sql) => markProductsDue(sql, connection_id, newMarks(linkedIds), null)
    const linked = await linkSold(container, connection, product_ids)
    return new StepResponse({ marked: linked + (linkedIds.length > 0 ? await pos.query(mark) : 0) })
  }
)

/** Makes products due now, even if they wait for a retry; products that are sold and have no link get one. */
export const posRetryProductsWorkflow = createWorkflow("pos-retry-products", (input: RetryProductsInput) => {
  const marked = posRetryProductsStep(input)
  wakeFor(input, POS_EVENTS.outboxDue)
  return new WorkflowResponse(marked)
})

export const posRetryImagesStep = createStep(
  "pos-retry-images",
  async ({ connection_id }: RetryImagesInput, { container }) => {
    const pos = container.resolve(POS_MODULE)
    await pos.findConnection(connection_id)
    const images = await pos.query((sql, now) => retryImages(sql, connection_id, now))
    const now = await pos.now()
    const over = await openCatalog(container, async () => fetchDueImages(container, connection_id, now))
    const products = await pos.query((sql) => findProductsWithDueImages(over(sql), connection_id, now))
    const mark = async (sql: Sql) => markProductsDue(sql, connection_id, newMarks(products), null)
    return new StepResponse({ images, products: products.length > 0 ? await pos.query(mark) : 0 })
  }
)

/** Retries failed images, together with the products that show them. */
export const posRetryImagesWorkflow = createWorkflow("pos-retry-images", (input: RetryImagesInput) => {
  const retried = posRetryImagesStep(input)
  wakeFor(input, POS_EVENTS.outboxDue)
  return new WorkflowResponse(retried)
})

/** Selects products of a connection by state and search text, and an action for all of them. */
export type ChangeMatchingInput = {
  connection_id: string
  state?: LinkState | undefined
  q?: string | undefined
  action: BulkAction
}

export const posStartBulkStep = createStep(
  "pos-start-bulk",
  async ({ connection_id, state, q, action }: ChangeMatchingInput, { container }) => {
    const pos = container.resolve(POS_MODULE)
    await pos.findConnection(connection_id)
    const total = await pos.query((sql) => countMatching(sql, { connection_id, state, q }))
    const { id } = await pos.createPosRuns({
      connection_id,
      kind: "bulk",
      total,
      resumed_at: await pos.now(),
      details: { action, state: state ?? null, q: q ?? null },
    })
    return new StepResponse({ run_id: id, total }, id)
  },
  async (runId, { container }) => {
    if (runId !== undefined) {
      await container.resolve(POS_MODULE).deletePosRuns(runId)
    }
  }
)

/** Starts a run that performs an action on all matching products, some at a time. */
export const posChangeMatchingWorkflow = createWorkflow("pos-change-matching", (input: ChangeMatchingInput) => {
  const started = posStartBulkStep(input)
  wakeFor(input, POS_EVENTS.runDue)
  return new WorkflowResponse(started)
})

type Dismissal = {
  connectionId: string
  /** ids of product links */
  ids: string[]
  /** null: none was given */
  reason: string | null
}

/**
 * Dismisses the rejections of products, also of those that wait to be sent again: their next push keeps the dismissal if
 * it is rejected for the same reason. Products in other states are not changed. Returns how many were dismissed.
 */
async function dismissRejections(sql: Sql, now: Date, { connectionId, ids, reason }: Dismissal): Promise<number> {
  const rows = await sql(
    idRowSchema,
    `UPDATE pos_product_link AS link
     SET dismissed_rejection = link.rejection, dismissal_reason = ?, updated_at = ?
     WHERE link.id = ANY(${lockLinks("link.id = ANY(?) AND link.connection_id = ? AND link.deleted_at IS NULL")})
       AND link.state = 'rejected'
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

export type IgnoreProductsInput = { connection_id: string; ids: string[]; ignored: boolean }

export const posIgnoreProductsStep = createStep(
  "pos-ignore-products",
  async ({ connection_id, ids, ignored }: IgnoreProductsInput, { container }) => {
    const pos = container.resolve(POS_MODULE)
    await pos.findConnection(connection_id)
    const changed = await pos.query((sql, now) =>
      ignoreCandidates(sql, { now, connectionId: connection_id, ids, ignored })
    )
    return new StepResponse({ changed })
  }
)

/** Sets candidates to ignored, because the merchant does not want them in the store, or to open again. */
export const posIgnoreProductsWorkflow = createWorkflow("pos-ignore-products", (input: IgnoreProductsInput) => {
  return new WorkflowResponse(posIgnoreProductsStep(input))
})

export type ExpectMassChangeInput = {
  connection_id: string
  change_group: MassChangeGroup
  /** number of products that may change beyond the limit */
  products: number
  minutes: number
}

export const posExpectMassChangeStep = createStep(
  "pos-expect-mass-change",
  async ({ connection_id, change_group, products, minutes }: ExpectMassChangeInput, { container }) => {
    const pos = container.resolve(POS_MODULE)
    await pos.findConnection(connection_id)
    const id = entityId("posexp")
    const now = await pos.now()
    const ends_at = new Date(now.getTime() + Math.min(minutes, MAX_EXPECTED_MINUTES) * 60_000)
    await pos.query((sql) => expectChange(sql, now, { id, connection_id, change_group, products, ends_at }))
    return new StepResponse({ id, change_group, products, ends_at: ends_at.toISOString() })
  }
)

/** Allows a deliberate mass change: so many more products may change until it ends, without being held. */
export const posExpectMassChangeWorkflow = createWorkflow("pos-expect-mass-change", (input: ExpectMassChangeInput) => {
  return new WorkflowResponse(posExpectMassChangeStep(input))
})
