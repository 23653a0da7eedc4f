import { createStep, createWorkflow, StepResponse, WorkflowResponse } from "@medusajs/framework/workflows-sdk"
import { POS_MODULE } from "../../modules/pos"
import { findProductsOfDuePictures } from "../../medusa-tables/catalogue/find-pictured-products"
import { retryPictures } from "../../modules/pos/queries/catalogue/pictures"
import { POS_EVENTS } from "../events"
import { markProductsDue, newMarks } from "../../modules/pos/queries/outbox/product-marks"
import type { Sql } from "../../modules/pos/database/sql"
import { wakeFor } from "../queue/wake-for"

export type RetryProductsInput = { connection_id: string; product_ids: string[] }
export type RetryPicturesInput = { connection_id: string }

export const posRetryProductsStep = createStep(
  "pos-retry-products",
  async ({ connection_id, product_ids }: RetryProductsInput, { container }) => {
    const pos = container.resolve(POS_MODULE)
    await pos.findConnection(connection_id)
    const links = await pos.listPosProductLinks({ connection_id, product_id: product_ids }, { take: null })
    const known = links.map(({ product_id }) => product_id)
    const mark = async (sql: Sql) => markProductsDue(sql, connection_id, newMarks(known), null)
    return new StepResponse({ marked: known.length > 0 ? await pos.query(mark) : 0 })
  }
)

/** Makes linked products due now, whatever they wait for. */
export const posRetryProductsWorkflow = createWorkflow("pos-retry-products", (input: RetryProductsInput) => {
  const marked = posRetryProductsStep(input)
  wakeFor(input, POS_EVENTS.outboxDue)
  return new WorkflowResponse(marked)
})

export const posRetryPicturesStep = createStep(
  "pos-retry-pictures",
  async ({ connection_id }: RetryPicturesInput, { container }) => {
    const pos = container.resolve(POS_MODULE)
    await pos.findConnection(connection_id)
    const pictures = await pos.query((sql, now) => retryPictures(sql, connection_id, now))
    const products = await pos.query((sql, now) => findProductsOfDuePictures(sql, connection_id, now))
    const mark = async (sql: Sql) => markProductsDue(sql, connection_id, newMarks(products), null)
    return new StepResponse({ pictures, products: products.length > 0 ? await pos.query(mark) : 0 })
  }
)

/** Tries pictures that failed again, with the products that show them. */
export const posRetryPicturesWorkflow = createWorkflow("pos-retry-pictures", (input: RetryPicturesInput) => {
  const retried = posRetryPicturesStep(input)
  wakeFor(input, POS_EVENTS.outboxDue)
  return new WorkflowResponse(retried)
})
