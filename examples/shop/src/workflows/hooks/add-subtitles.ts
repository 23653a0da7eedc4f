import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { StepResponse } from "@medusajs/framework/workflows-sdk"
import { z } from "@medusajs/framework/zod"
import { posCustomizeProductsWorkflow } from "medusa-plugin-pos/workflows"

const productsSchema = z.array(z.object({ id: z.string(), subtitle: z.string().nullable() }))

/** The workflow's hook: the register shows a product's subtitle too, which is looked up once for a whole batch. */
posCustomizeProductsWorkflow.hooks.productsMapped(async ({ products }, { container }) => {
  const { data } = await container.resolve(ContainerRegistrationKeys.QUERY).graph({
    entity: "product",
    fields: ["id", "subtitle"],
    filters: { id: products.map(({ product_id }) => product_id) },
  })
  const subtitles = new Map(productsSchema.parse(data).map(({ id, subtitle }) => [id, subtitle]))
  const withSubtitle = products.map(({ product_id, contents }) => {
    const subtitle = subtitles.get(product_id)
    return {
      product_id,
      contents: subtitle ? contents.map((one) => ({ ...one, name: `${one.name ?? ""}, ${subtitle}` })) : contents,
    }
  })
  return new StepResponse(withSubtitle)
})
