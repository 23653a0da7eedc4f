import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import {
  createStep,
  createWorkflow,
  StepResponse,
  transform,
  WorkflowResponse,
} from "@medusajs/framework/workflows-sdk"
import { useQueryGraphStep } from "@medusajs/medusa/core-flows"
import type { AxiosInstance } from "axios"
import { z } from "zod"
import { secondsOf } from "../measure"
import { axiosFor, FIELDS, productSchema, toPayload } from "./by-hand"
import type { Contender } from "./contender"

/** A recipe resolves a client from the container; here the benchmark sets it before it starts. */
let http: AxiosInstance

const benchSendProductStep = createStep("bench-send-product", async (product: z.input<typeof productSchema>) => {
  const { status } = await http.post("/products", toPayload(product))
  return new StepResponse(status)
})

const benchSyncProductWorkflow = createWorkflow("bench-sync-product", (input: { id: string }) => {
  const { data } = useQueryGraphStep({ entity: "product", fields: FIELDS, filters: { id: input.id } })
  const sent = benchSendProductStep(transform({ data }, ({ data: [product] }) => productSchema.parse(product)))
  return new WorkflowResponse(sent)
})

const idsSchema = z.array(z.looseObject({ id: z.string() }))

/** The recipe of Medusa's documentation for other systems: a workflow a product, which reads it and sends it. */
export const documentedRecipe: Contender = async ({ container, posDriver }, products) => {
  const { data } = await container.resolve(ContainerRegistrationKeys.QUERY).graph({
    entity: "product",
    fields: ["id"],
    filters: { status: "published" },
    pagination: { take: products, order: { id: "ASC" } },
  })
  const rows = idsSchema.parse(data)
  http = await axiosFor(posDriver)
  return secondsOf(async () => {
    for (const { id } of rows) {
      await benchSyncProductWorkflow(container).run({ input: { id } })
    }
  })
}
