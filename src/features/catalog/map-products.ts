import type { MedusaContainer } from "@medusajs/framework/types"
import type { OutboundSettings } from "../../contract/settings"
import { POS_MODULE } from "../../modules/pos"
import { type ConnectionRecord, getOutboundSettings } from "../../modules/pos/connection-record"
import type { TransformProduct } from "../../modules/pos/options-schema"
import { describeIssues, type ProductContent, productContentSchema } from "../../pos-api/contract"
import { getErrorMessage } from "../../runtime/errors"
import { mapInTurns } from "../../runtime/workers"
import { customizeProducts, isCustomized } from "./customize-products"
import { fingerprint } from "./field-changes"
import { posOwnedFields, storePart } from "./field-ownership"
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

/** Prepares a linked product for mapping: applies its overrides and splits it where needed and allowed. */
export function toMap(
  link: ClaimedProductLink,
  read: ReadProduct,
  settings: OutboundSettings,
  placements: Placements
): ProductToMap {
  const { product, source } = read
  const { overrides, violations } = readStoredOverrides(link.overrides)
  const shownProduct = applyOverrides(product, overrides)
  const parts = settings.variant_overflow === "split" ? splitProduct(shownProduct, placements) : [shownProduct]
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
      const partUuids = { ...uuids, productUuid: uuids.productUuidOf(link, index) }
      const {
        content,
        notes: contentNotes,
        violations: contentViolations,
      } = toProductContent(part, partUuids, basis, batchImages.stored)
      contentNotes.forEach((note) => notes.add(note))
      unmapped.push(...contentViolations)
      const transformContext = { product, connection_id: connection.id }
      const changed = transform(options.transformProduct, content, transformContext)
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
    ({ link, parts, contents: mappedContents, notes: mappedNotes, source, unmapped: mappingViolations, hookError }) => {
      const unmapped = hookError === null ? mappingViolations : [...mappingViolations, failureOfHook(hookError)]
      const fitted = mappedContents.map(fit)
      const contents = fitted.map(({ content }) => holdPrices(content, prices.heldOf(link.id)))
      const unwritten = prices.describeUnwritten(link.id, parts, contents)
      const notes = [...new Set([...mappedNotes, ...fitted.flatMap((product) => product.notes), ...unwritten])]
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
    const transformed: unknown = change(content, shown) ?? content
    const changed = productContentSchema.safeParse(transformed)
    return changed.success
      ? { content: changed.data, violations: [] }
      : failed(content, describeIssues(changed.error, transformed))
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
