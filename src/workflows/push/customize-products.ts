import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
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

/** Whether the hook has a handler; null where Medusa's workflows do not let us see who registers one. */
let hasHandler: boolean | null = false

/** Notes who registers a handler, by the function of the workflow that registers it; the engine itself does not tell. */
function noteHandlers({ hooks }: Pick<typeof posCustomizeProductsWorkflow, "hooks">): void {
  const register: unknown = hooks.productsMapped
  if (typeof register !== "function") {
    hasHandler = null
    return
  }
  const { productsMapped } = hooks
  hooks.productsMapped = (handler) => {
    hasHandler = true
    productsMapped(handler)
  }
}

noteHandlers(posCustomizeProductsWorkflow)

let isWarned = false

/** True once a shop's developer has given the hook a handler, and where that cannot be seen. */
export const isCustomized = (): boolean => hasHandler !== false

/** Says once that the workflow runs for every batch, whether it has a handler or not. */
function warnWhereUnseen(container: MedusaContainer): void {
  if (hasHandler === null && !isWarned) {
    isWarned = true
    container
      .resolve(ContainerRegistrationKeys.LOGGER)
      .warn(
        "pos: this version of Medusa does not show whether the hook productsMapped has a handler. It is called for every " +
          "batch of products, which takes a workflow more."
      )
  }
}

type MappedContents = { product_id: string; contents: ProductContent[] }

/** `hookError`: what the handler threw for the product, which is as it was; null: nothing. */
export type Customized<Product> = Product & { hookError: unknown }

/** So often a batch is halved to find the products that the handler fails for; where more fail, the handler itself does. */
const MOST_HALVINGS = 64

/**
 * Lets the hook's handler change products of a batch. Those that it returns no more or not at all are as they were. What it
 * throws is the fault of the products that it throws for: a batch that fails is halved until they are alone.
 */
export async function customizeProducts<Product extends MappedContents>(
  container: MedusaContainer,
  connectionId: string,
  products: Product[]
): Promise<Customized<Product>[]> {
  if (products.length === 0 || !isCustomized()) {
    return products.map((product) => ({ ...product, hookError: null }))
  }
  warnWhereUnseen(container)
  const call = async (batch: Product[]) => callHook(container, connectionId, batch)
  return customizeEach(call, products, { halvings: MOST_HALVINGS })
}

async function customizeEach<Product>(
  call: (batch: Product[]) => Promise<Product[]>,
  batch: Product[],
  left: { halvings: number }
): Promise<Customized<Product>[]> {
  try {
    return (await call(batch)).map((product) => ({ ...product, hookError: null }))
  } catch (error) {
    if (batch.length === 1 || left.halvings === 0) {
      return batch.map((product) => ({ ...product, hookError: error ?? new TypeError("It threw nothing") }))
    }
    left.halvings -= 1
    const middle = Math.ceil(batch.length / 2)
    return [
      ...(await customizeEach(call, batch.slice(0, middle), left)),
      ...(await customizeEach(call, batch.slice(middle), left)),
    ]
  }
}

async function callHook<Product extends MappedContents>(
  container: MedusaContainer,
  connectionId: string,
  products: Product[]
): Promise<Product[]> {
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
