import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { createStep, StepResponse } from "@medusajs/framework/workflows-sdk"
import { z } from "@medusajs/framework/zod"
import { POS_MODULE } from "../../modules/pos"

const PAGE_SIZE = 1_000

const productIdSchema = z.object({ id: z.string() })

/** Marks every published product due, page by page, and opens the run that shows the progress. */
export const posQueueCatalogueStep = createStep("pos-queue-catalogue", async (connectionId: string, { container }) => {
  const pos = container.resolve(POS_MODULE)
  const query = container.resolve(ContainerRegistrationKeys.QUERY)
  let total = 0
  for (let last = ""; ;) {
    const { data } = await query.graph({
      entity: "product",
      fields: ["id"],
      filters: { status: "published", id: { $gt: last } },
      pagination: { take: PAGE_SIZE, order: { id: "ASC" } },
    })
    const ids = z
      .array(productIdSchema)
      .parse(data)
      .map(({ id }) => id)
    const lastId = ids.at(-1)
    if (lastId === undefined) {
      break
    }
    total += await pos.markProductsDue(connectionId, ids)
    last = lastId
  }
  const run = await pos.createPosRuns({ connection_id: connectionId, kind: "push", total })
  return new StepResponse({ connection_id: connectionId, run_id: run.id, total })
})
