import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { createHook, createWorkflow, WorkflowResponse } from "@medusajs/framework/workflows-sdk"
import { z } from "zod"
import type { TaxRegion } from "../../medusa/prices"
import { POS_MODULE } from "../../modules/pos"
import { type ProductContent, productContentSchema } from "../../pos-api/contract"

/** Products in the POS's format, before they are checked and sent; several contents where a product is split. */
export type CustomizeProductsInput = {
  connection_id: string
  products: { product_id: string; contents: ProductContent[] }[]
}

/** When a handler returns nothing, Medusa passes the step's envelope instead. */
const nothingSchema = z.looseObject({ __type: z.string() }).transform(() => undefined)

const customizedSchema = z
  .union([z.array(z.object({ product_id: z.string(), contents: z.array(productContentSchema) })), nothingSchema])
  .optional()

/**
 * Workflow whose hook lets a store's developer change the products that are sent to the POS:
 * `posCustomizeProductsWorkflow.hooks.productsMapped(async ({ products }) => new StepResponse(products.map(…)))`.
 * Products that the handler leaves out stay unchanged. A product keeps its uuid; the handler must keep those of the
 * variants.
 */
export const posCustomizeProductsWorkflow = createWorkflow(
  "pos-customize-products",
  (input: CustomizeProductsInput) => {
    const productsMapped = createHook("productsMapped", input, { resultValidator: customizedSchema })
    return new WorkflowResponse(productsMapped.getResult(), { hooks: [productsMapped] })
  }
)

/** Whether the hook has a handler; null where Medusa's workflows do not show whether one is registered. */
let hasHandler: boolean | null = false

/**
 * Wraps the workflow's function that registers a handler, to note that there is one. The workflow engine does not
 * report it.
 */
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

/** True once a store's developer has registered a handler for the hook, and where that is unknown. */
export const isCustomized = (): boolean => hasHandler !== false

/**
 * Returns whether the content of products is decided by the tables alone, so that it stays the same while no row
 * changes. A tax provider that computes or the developer's own mapping may decide otherwise at any time.
 */
export async function isDecidedByTables(container: MedusaContainer, taxRegion: TaxRegion | null): Promise<boolean> {
  const { transformProduct } = await container.resolve(POS_MODULE).getOptions()
  return !transformProduct && !isCustomized() && !taxRegion?.isComputed
}

/** Logs once that the workflow runs for every batch, whether it has a handler or not. */
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

/** `hookError`: the error that the handler threw for the product, which is then unchanged; null: none. */
export type Customized<Product> = Product & { hookError: unknown }

/**
 * Maximum number of times that a batch is halved to find the products for which the handler fails. If more fail, the
 * handler itself is at fault.
 */
const MOST_HALVINGS = 64

/**
 * Runs the hook's handler on a batch of products. Products that it does not return stay unchanged. When it throws, the
 * batch is halved until the products that cause the error are isolated.
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
  budget: { halvings: number }
): Promise<Customized<Product>[]> {
  try {
    return (await call(batch)).map((product) => ({ ...product, hookError: null }))
  } catch (error) {
    if (batch.length === 1 || budget.halvings === 0) {
      return batch.map((product) => ({ ...product, hookError: error ?? new TypeError("It threw nothing") }))
    }
    budget.halvings -= 1
    const middle = Math.ceil(batch.length / 2)
    return [
      ...(await customizeEach(call, batch.slice(0, middle), budget)),
      ...(await customizeEach(call, batch.slice(middle), budget)),
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
  const changed = new Map(
    customizedSchema.parse(result)?.map((customized) => [customized.product_id, customized.contents])
  )
  return products.map((product) => {
    const contents = changed.get(product.product_id)
    return contents?.length === product.contents.length
      ? { ...product, contents: contents.map((content, part) => ({ ...content, uuid: uuidAt(product, part) })) }
      : product
  })
}
