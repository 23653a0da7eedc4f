import type { MedusaContainer } from "@medusajs/framework/types"
import { POS_MODULE } from "../../modules/pos"
import type { ClaimedProductLink } from "../../modules/pos/queries/outbox/product-outbox"
import { pushSettingsOf } from "../../modules/pos/push-settings"
import { describeIssues, type ProductContent, productContentSchema } from "../../pos-api/contract"
import { fingerprint } from "../../translate/fingerprint"
import { fitDescriptions } from "../../translate/fit-descriptions"
import { applyOverrides, readStoredOverrides } from "../../translate/overrides"
import { type OwnableField, shopPart } from "../../translate/ownership"
import { type StoredPictures, toProductContent } from "../../translate/product"
import { validateProduct } from "../../translate/product-validation"
import { picturesOf, type ShopProduct } from "../../translate/shop-product"
import { type Placements, splitProduct } from "../../translate/split-product"
import type { Violation } from "../../translate/violation"
import type { ConnectionRecord } from "../../modules/pos/connection-record"
import type { PushSettings } from "../../vocabulary/push-settings"
import type { TransformProduct } from "../../modules/pos/options-schema"
import { checkPriceSources, holdPrices } from "../../translate/price-sources"
import { mapInTurns } from "../queue/in-turns"
import { reasonOf } from "../queue/reason-of"
import type { ReadProduct } from "./read-products"
import { customizeProducts, isCustomized } from "./customize-products"
import type { ProductUuids } from "./product-uuids"
import { readPrices } from "./read-prices"

export type ProductToMap = {
  link: ClaimedProductLink
  product: ShopProduct
  source: string | null
  /** the products that it becomes at the counter */
  parts: ShopProduct[]
  /** what of its overrides cannot be read */
  violations: Violation[]
}

/** A product as the counter shall have it; several contents where it is split. */
export type MappedProduct = {
  link: ClaimedProductLink
  /** whole, as a new product is made */
  contents: ProductContent[]
  /** what of them is the shop's to write */
  shopParts: ProductContent[]
  fingerprint: string
  /** of what was read, where that alone decided the contents */
  source: string | null
  notes: string[]
  /** why it cannot be sent, for a person; empty: it can */
  violations: string[]
  /** what the hook productsMapped threw for it: it is tried again; null: nothing */
  hookError: unknown
}

/** Fields that the counter owns in a connection. */
export function counterOwnedFields({ field_owners, images }: PushSettings): Set<OwnableField> {
  const owned = new Set<OwnableField>(
    Object.entries(field_owners).flatMap(([field, owner]) => (owner === "counter" && isOwnable(field) ? [field] : []))
  )
  return images === "off" ? owned.add("images") : owned
}

const OWNABLE: ReadonlySet<string> = new Set<OwnableField>([
  ...(["name", "description", "category", "unitName", "tax", "images"] as const),
  ...(["price", "costPrice", "barcode", "sku"] as const),
])
const isOwnable = (field: string): field is OwnableField => OWNABLE.has(field)

/** A product of the shop as a link has it mapped: with its overrides, split where it must be and may. */
export function toMap(
  link: ClaimedProductLink,
  read: ReadProduct,
  settings: PushSettings,
  placements: Placements
): ProductToMap {
  const { product, source } = read
  const { overrides, violations } = readStoredOverrides(link.overrides)
  const shown = applyOverrides(product, overrides)
  const parts = settings.variant_overflow === "split" ? splitProduct(shown, placements) : [shown]
  return { link, product, source, parts, violations }
}

/** Writes products in the service's words, lets the shop's developers change them, and checks every limit. */
export async function mapProducts(
  container: MedusaContainer,
  connection: ConnectionRecord,
  items: ProductToMap[],
  uuids: ProductUuids,
  pictures: { stored: StoredPictures; notes: ReadonlyMap<string, string> }
): Promise<MappedProduct[]> {
  const options = await container.resolve(POS_MODULE).getOptions()
  const settings = pushSettingsOf(connection)
  const counterOwned = counterOwnedFields(settings)
  const basis = {
    currencyCode: connection.currency_code,
    taxationMode: connection.taxation_mode,
    taxationType: connection.taxation_type,
  }
  const prices = await readPrices(container, connection, { items, uuids, counterOwned })
  const isOwnMapping = Boolean(options.transformProduct) || isCustomized()
  const mapped = await mapInTurns(items, ({ link, product, source, parts, violations }) => {
    const missing = picturesOf(product).flatMap((url) => pictures.notes.get(url) ?? [])
    const notes = new Set(missing)
    const unmapped = [...violations]
    const checked = checkPriceSources(parts, prices.sources, (variantId) => prices.isHeld(link.id, variantId))
    checked.notes.forEach((note) => notes.add(note))
    unmapped.push(...checked.violations)
    const contents = parts.map((part, index) => {
      const own = { ...uuids, productUuid: uuids.productUuidOf(link, index) }
      const { content, notes: said, violations: found } = toProductContent(part, own, basis, pictures.stored)
      said.forEach((note) => notes.add(note))
      unmapped.push(...found)
      const shown = { product, connection_id: connection.id }
      const changed = transform(options.transformProduct, content, shown)
      unmapped.push(...changed.violations)
      return changed.content
    })
    // A picture that is missing may come by another product's push.
    const told = isOwnMapping || missing.length > 0 ? null : source
    return { link, product_id: product.id, parts, contents, notes: [...notes], source: told, unmapped }
  })
  const customized = await customizeProducts(container, connection.id, mapped)
  const fit = settings.long_texts === "cut" ? fitDescriptions : (content: ProductContent) => ({ content, notes: [] })
  return mapInTurns(
    customized,
    ({ link, parts, contents: whole, notes: known, source, unmapped: found, hookError }) => {
      const unmapped = hookError === null ? found : [...found, failureOfHook(hookError)]
      const fitted = whole.map(fit)
      const contents = fitted.map(({ content }) => holdPrices(content, prices.heldOf(link.id)))
      const unwritten = prices.describeUnwritten(link.id, parts, contents)
      const notes = [...new Set([...known, ...fitted.flatMap((one) => one.notes), ...unwritten])]
      const shopParts = contents.map((content) => shopPart(content, counterOwned))
      // What could not be mapped is missing in the contents, which is no second fault.
      const fields = new Set(unmapped.map(({ field }) => field))
      const violations = contents
        .flatMap((content) => validateProduct(content, connection.currency_code))
        .filter(({ field }) => !fields.has(field))
      return {
        link,
        contents,
        shopParts,
        notes,
        source: unmapped.length > 0 ? null : source,
        // Contents without what could not be mapped may be the same as those of a product that can be sent.
        fingerprint: fingerprint(unmapped.length > 0 ? { shopParts, unmapped } : shopParts),
        violations: [...new Set([...unmapped, ...violations].map(({ message }) => message))],
        hookError,
      }
    }
  )
}

/** Lets the shop's own code change a product. What it throws, or makes of it that is no product, is that product's fault alone. */
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
    return failed(content, reasonOf(error))
  }
}

const failureOfHook = (error: unknown): Violation => ({
  field: "productsMapped",
  message: `The hook productsMapped failed for the product (${reasonOf(error)})`,
})

const failed = (content: ProductContent, cause: string) => ({
  content,
  violations: [{ field: "transformProduct", message: `The option transformProduct failed for the product (${cause})` }],
})
