import type { MedusaContainer } from "@medusajs/framework/types"
import { WorkflowManager } from "@medusajs/framework/orchestration"
import { createHook, createWorkflow, WorkflowResponse } from "@medusajs/framework/workflows-sdk"
import { z } from "@medusajs/framework/zod"
import { type ProductContent, productContentSchema } from "../../pos-api/contract"

/** Products in the service's words, before they are checked and sent; several contents where one is split. */
export type CustomizeProductsInput = {
  connection_id: string
  products: { product_id: string; contents: ProductContent[] }[]
}

/** Of a handler that returned nothing, Medusa gives the step's envelope instead. */
const nothingSchema = z.looseObject({ __type: z.string() }).transform(() => undefined)

const customizedSchema = z
  .union([z.array(z.object({ product_id: z.string(), contents: z.array(productContentSchema) })), nothingSchema])
  .optional()

/**
 * The place where a shop's developer changes what the till gets:
 * `posCustomizeProductsWorkflow.hooks.productsMapped(async ({ products }) => new StepResponse(products.map(…)))`.
 * Products that the handler leaves out stay as they are; a product keeps its uuid, and the handler keeps those of the variants.
 */
export const posCustomizeProductsWorkflow = createWorkflow(
  "pos-customize-products",
  (input: CustomizeProductsInput) => {
    const productsMapped = createHook("productsMapped", input, { resultValidator: customizedSchema })
    return new WorkflowResponse(productsMapped.getResult(), { hooks: [productsMapped] })
  }
)

/** Marks what stands in for a handler as long as there is none; the engine itself does not tell. */
const NO_HANDLER = Symbol.for("pos-customize-products.no-handler")

// The package's types are not where TypeScript looks for them.
// eslint-disable-next-line @typescript-eslint/no-unsafe-return, @typescript-eslint/no-unsafe-call, @typescript-eslint/no-unsafe-member-access
const handlerOf = () => WorkflowManager.getWorkflow("pos-customize-products")?.handlers_.get("productsMapped")

Object.defineProperty(handlerOf() ?? {}, NO_HANDLER, { value: true })

/** True once a shop's developer has given the hook a handler. */
export const isCustomized = (): boolean => !(NO_HANDLER in (handlerOf() ?? {}))

/** Lets the hook's handler change products of a batch. Those that it returns no more or not at all are as they were. */
export async function customizeProducts<Product extends { product_id: string; contents: ProductContent[] }>(
  container: MedusaContainer,
  connectionId: string,
  products: Product[]
): Promise<Product[]> {
  if (products.length === 0 || !isCustomized()) {
    return products
  }
  const { result } = await posCustomizeProductsWorkflow(container).run({
    input: {
      connection_id: connectionId,
      products: products.map(({ product_id, contents }) => ({ product_id, contents })),
    },
  })
  const uuidAt = (product: Product, part: number) => product.contents[part]?.uuid ?? ""
  const changed = new Map(customizedSchema.parse(result)?.map((one) => [one.product_id, one.contents]))
  return products.map((product) => {
    const contents = changed.get(product.product_id)
    return contents?.length === product.contents.length
      ? { ...product, contents: contents.map((content, part) => ({ ...content, uuid: uuidAt(product, part) })) }
      : product
  })
}
