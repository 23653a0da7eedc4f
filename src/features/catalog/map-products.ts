import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { createHook, createWorkflow, WorkflowResponse } from "@medusajs/framework/workflows-sdk"
import { z } from "zod"
import type { OutboundSettings } from "../../contract/settings"
import type { TaxRegion } from "../../medusa/prices"
import { POS_MODULE } from "../../modules/pos"
import { type ConnectionRecord, getOutboundSettings } from "../../modules/pos/connection-record"
import type { TransformProduct } from "../../modules/pos/options-schema"
import { describeIssues, type ProductContent, productContentSchema } from "../../pos-api/contract"
import { getErrorMessage } from "../../runtime/errors"
import { mapInTurns } from "../../runtime/workers"
import { fingerprint } from "./field-changes"
import { type OwnableField, storePart } from "./field-ownership"
import type { ClaimedProductLink } from "./outbox"
import { applyOverrides, readStoredOverrides } from "./overrides"
import { checkPriceSources, holdPrices } from "./price-rules"
import { type StoredImages, toProductContent } from "./product-mapping"
import type { ProductUuids } from "./product-parts"
import { fitDescriptions } from "./product-texts"
import { validateProduct, type Violation } from "./product-validation"
import { readPrices } from "./read-prices"
import type { ReadProduct } from "./read-products"
import { getImages, type Placements, splitProduct, type StoreProduct } from "./store-product-mapping"

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

export type ProductToMap = {
  link: ClaimedProductLink
  product: StoreProduct
  source: string | null
  /** the products that it becomes at the POS */
  parts: StoreProduct[]
  /** its overrides that cannot be read */
  violations: Violation[]
}

/** A product as it is to be at the POS; several contents where it is split. */
export type MappedProduct = {
  link: ClaimedProductLink
  /** complete content, as for a new product */
  contents: ProductContent[]
  /** the part of each content that the store writes */
  storeParts: ProductContent[]
  fingerprint: string
  /** fingerprint of the product as read from the store; null where other sources also decide the contents */
  source: string | null
  notes: string[]
  /** why it cannot be sent, for a person; empty: it can */
  violations: string[]
  /** the error that the hook productsMapped threw for it, which is then tried again; null: none */
  hookError: unknown
}

/** Returns the fields that the POS owns in a connection. */
export function posOwnedFields({ field_owners, images }: OutboundSettings): Set<OwnableField> {
  const owned = new Set<OwnableField>(
    Object.entries(field_owners).flatMap(([field, owner]) => (owner === "pos" && isOwnable(field) ? [field] : []))
  )
  return images === "off" ? owned.add("images") : owned
}

const OWNABLE: ReadonlySet<string> = new Set<OwnableField>([
  ...(["name", "description", "category", "unitName", "tax", "images"] as const),
  ...(["price", "costPrice", "barcode", "sku"] as const),
])
const isOwnable = (field: string): field is OwnableField => OWNABLE.has(field)

/** Prepares a linked product for mapping: applies its overrides and splits it where needed and allowed. */
export function toMap(
  link: ClaimedProductLink,
  read: ReadProduct,
  settings: OutboundSettings,
  placements: Placements
): ProductToMap {
  const { product, source } = read
  const { overrides, violations } = readStoredOverrides(link.overrides)
  const shown = applyOverrides(product, overrides)
  const parts = settings.variant_overflow === "split" ? splitProduct(shown, placements) : [shown]
  return { link, product, source, parts, violations }
}

/** Maps products to the POS's format, runs the store's own code on them, and checks every limit. */
export async function mapProducts(
  container: MedusaContainer,
  connection: ConnectionRecord,
  items: ProductToMap[],
  uuids: ProductUuids,
  batchImages: { stored: StoredImages; notes: ReadonlyMap<string, string> }
): Promise<MappedProduct[]> {
  const options = await container.resolve(POS_MODULE).getOptions()
  const settings = getOutboundSettings(connection)
  const posOwned = posOwnedFields(settings)
  const basis = {
    currencyCode: connection.currency_code,
    taxationMode: connection.taxation_mode,
    taxationType: connection.taxation_type,
  }
  const prices = await readPrices(container, connection, { items, uuids, posOwned })
  const isOwnMapping = Boolean(options.transformProduct) || isCustomized()
  const mapped = await mapInTurns(items, ({ link, product, source, parts, violations }) => {
    const missing = getImages(product).flatMap((url) => batchImages.notes.get(url) ?? [])
    const notes = new Set(missing)
    const unmapped = [...violations]
    const checked = checkPriceSources(parts, prices.sources, (variantId) => prices.isHeld(link.id, variantId))
    checked.notes.forEach((note) => notes.add(note))
    unmapped.push(...checked.violations)
    const contents = parts.map((part, index) => {
      const own = { ...uuids, productUuid: uuids.productUuidOf(link, index) }
      const { content, notes: said, violations: found } = toProductContent(part, own, basis, batchImages.stored)
      said.forEach((note) => notes.add(note))
      unmapped.push(...found)
      const shown = { product, connection_id: connection.id }
      const changed = transform(options.transformProduct, content, shown)
      unmapped.push(...changed.violations)
      return changed.content
    })
    // The missing image may be stored by the push of another product.
    const mappedSource = isOwnMapping || missing.length > 0 ? null : source
    return { link, product_id: product.id, parts, contents, notes: [...notes], source: mappedSource, unmapped }
  })
  const customized = await customizeProducts(container, connection.id, mapped)
  const fit =
    settings.description_overflow === "truncate"
      ? fitDescriptions
      : (content: ProductContent) => ({ content, notes: [] })
  return mapInTurns(
    customized,
    ({ link, parts, contents: whole, notes: known, source, unmapped: found, hookError }) => {
      const unmapped = hookError === null ? found : [...found, failureOfHook(hookError)]
      const fitted = whole.map(fit)
      const contents = fitted.map(({ content }) => holdPrices(content, prices.heldOf(link.id)))
      const unwritten = prices.describeUnwritten(link.id, parts, contents)
      const notes = [...new Set([...known, ...fitted.flatMap((product) => product.notes), ...unwritten])]
      const storeParts = contents.map((content) => storePart(content, posOwned))
      // A field that could not be mapped is missing in the contents; that is not a second violation.
      const fields = new Set(unmapped.map(({ field }) => field))
      const violations = contents
        .flatMap((content) => validateProduct(content, connection.currency_code))
        .filter(({ field }) => !fields.has(field))
      return {
        link,
        contents,
        storeParts,
        notes,
        source: unmapped.length > 0 ? null : source,
        // Contents without the unmapped fields may equal those of a product that can be sent.
        fingerprint: fingerprint(unmapped.length > 0 ? { storeParts, unmapped } : storeParts),
        violations: [...new Set([...unmapped, ...violations].map(({ message }) => message))],
        hookError,
      }
    }
  )
}

/**
 * Runs the option transformProduct on a product. An error, or an invalid result, becomes a violation of that product
 * alone.
 */
function transform(
  change: TransformProduct | undefined | null,
  content: ProductContent,
  shown: Parameters<TransformProduct>[1]
): { content: ProductContent; violations: Violation[] } {
  if (!change) {
    return { content, violations: [] }
  }
  try {
    const made: unknown = change(content, shown) ?? content
    const changed = productContentSchema.safeParse(made)
    return changed.success
      ? { content: changed.data, violations: [] }
      : failed(content, describeIssues(changed.error, made))
  } catch (error) {
    return failed(content, getErrorMessage(error))
  }
}

const failureOfHook = (error: unknown): Violation => ({
  field: "productsMapped",
  message: `The hook productsMapped failed for the product (${getErrorMessage(error)})`,
})

const failed = (content: ProductContent, cause: string) => ({
  content,
  violations: [{ field: "transformProduct", message: `The option transformProduct failed for the product (${cause})` }],
})
