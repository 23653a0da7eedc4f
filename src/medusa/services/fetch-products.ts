import type { MedusaContainer } from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"
import { z } from "zod"
import type { Selection } from "../../contract/settings"
import type { ProductsQuery } from "../catalog"
import {
  type CatalogRows,
  CATEGORIES,
  categorySchema,
  CHANNEL_LINKS,
  channelLinkSchema,
  dateSchema,
  idSchema,
  IMAGES,
  mergeRows,
  OPTIONS,
  PRODUCTS,
  productSchema,
  textSchema,
  VARIANTS,
  variantSchema,
} from "./catalog-records"
import { fetchPrices, fetchTaxRates } from "./fetch-prices"
import { hasServiceMethod, type Listing, listLinksBy, type ListOptions, listRecordsBy } from "./service-rows"

const relatedSchema = z
  .array(idSchema)
  .nullish()
  .transform((related) => related ?? [])

const filedProductSchema = productSchema.extend({ categories: relatedSchema, tags: relatedSchema })

/** A product with the IDs of its categories and tags, as far as they were asked for. */
type FiledProduct = z.infer<typeof filedProductSchema>

/** What selections refer to. */
type SelectionKinds = ReadonlySet<Selection["by"]>

/** Lists products that are not deleted, with the categories and tags that selections refer to. */
async function listFiledProducts(
  container: MedusaContainer,
  productIds: string[],
  kinds: SelectionKinds
): Promise<FiledProduct[]> {
  const relations = [kinds.has("category") ? "categories" : [], kinds.has("tag") ? "tags" : []].flat()
  return listRecordsBy(container, filedProductSchema, PRODUCTS, "id", productIds, { relations })
}

const CATEGORY_FIELDS = ["id", "name", "mpath", "rank", "created_at", "deleted_at"]

/** Fetches the categories of products with those above them, their tags and their sales channels, as asked for. */
async function fetchSelected(
  container: MedusaContainer,
  products: FiledProduct[],
  kinds: SelectionKinds
): Promise<CatalogRows> {
  const categoryIds = products.flatMap(({ categories }) => categories.map(({ id }) => id))
  const listCategories = async (ids: string[]) =>
    listRecordsBy(container, categorySchema, CATEGORIES, "id", ids, { select: CATEGORY_FIELDS, withDeleted: true })
  const ownCategories = await listCategories(categoryIds)
  const knownIds = new Set(categoryIds)
  const above = ownCategories.flatMap(({ mpath }) => mpath.split(".")).filter((id) => id !== "" && !knownIds.has(id))
  const productIds = products.map(({ id }) => id)
  return {
    product_category: [...ownCategories, ...(await listCategories(above))],
    product_category_product: products.flatMap(({ id, categories }) =>
      categories.map((category) => ({ product_id: id, product_category_id: category.id }))
    ),
    product_tags: products.flatMap(({ id, tags }) => tags.map((tag) => ({ product_id: id, product_tag_id: tag.id }))),
    product_sales_channel: kinds.has("sales_channel")
      ? await listLinksBy(container, channelLinkSchema, CHANNEL_LINKS, "product_id", productIds)
      : [],
  }
}

const withoutRelations = ({ categories: _categories, tags: _tags, ...product }: FiledProduct) => product

/** Fetches what decides whether connections sell products: their status, and what selections refer to. */
export async function fetchSellable(
  container: MedusaContainer,
  productIds: string[],
  kinds: SelectionKinds
): Promise<CatalogRows> {
  const products = await listFiledProducts(container, productIds, kinds)
  return mergeRows({ product: products.map(withoutRelations) }, await fetchSelected(container, products, kinds))
}

const optionValueSchema = z.object({ id: z.string(), option_id: z.string(), value: z.string() })

const chosenVariantSchema = variantSchema.extend({
  options: z
    .array(optionValueSchema)
    .nullish()
    .transform((options) => options ?? []),
})

const optionSchema = z.object({ id: z.string(), title: z.string(), created_at: dateSchema, deleted_at: dateSchema })

async function fetchOptions(
  container: MedusaContainer,
  productIds: string[],
  variants: z.infer<typeof chosenVariantSchema>[]
): Promise<CatalogRows> {
  const owned = await listOwnedOptions(container, "product_id", productIds)
  const values = new Map(variants.flatMap(({ options }) => options.map((value) => [value.id, value] as const)))
  const optionIds = [
    ...owned.map(({ product_option_id }) => product_option_id),
    ...[...values.values()].map(({ option_id }) => option_id),
  ]
  return {
    product_variant_option: variants.flatMap(({ id, options }) =>
      options.map((value) => ({ variant_id: id, option_value_id: value.id }))
    ),
    product_option_value: [...values.values()],
    product_product_option: owned,
    product_option: await listRecordsBy(container, optionSchema, OPTIONS, "id", optionIds),
  }
}

const imageSchema = z.object({
  id: z.string(),
  product_id: textSchema,
  url: z.string(),
  rank: z.number(),
  deleted_at: dateSchema,
  variants: relatedSchema,
})

async function fetchImages(container: MedusaContainer, productIds: string[]): Promise<CatalogRows> {
  const images = await listRecordsBy(container, imageSchema, IMAGES, "product_id", productIds, {
    relations: ["variants"],
  })
  return {
    image: images.map(({ variants: _variants, ...image }) => image),
    product_variant_product_image: images.flatMap(({ id, variants }) =>
      variants.map((variant) => ({ variant_id: variant.id, image_id: id }))
    ),
  }
}

/** Fetches the rows that `readProductRows` and `findUnchangedProducts` need. */
export async function fetchProducts(container: MedusaContainer, query: ProductsQuery): Promise<CatalogRows> {
  // The POS shows categories, regardless of the selection.
  const kinds = new Set<Selection["by"]>(["category", query.selection.by])
  const products = await listFiledProducts(container, query.productIds, kinds)
  const productIds = products.map(({ id }) => id)
  const variants = await listRecordsBy(container, chosenVariantSchema, VARIANTS, "product_id", productIds, {
    relations: ["options"],
  })
  return mergeRows(
    {
      product: products.map(withoutRelations),
      product_variant: variants.map(({ options: _options, ...variant }) => variant),
    },
    await fetchSelected(container, products, kinds),
    await fetchOptions(container, productIds, variants),
    await fetchImages(container, productIds),
    await fetchPrices(container, {
      variantIds: variants.map(({ id }) => id),
      currencyCode: query.currencyCode,
      priceListId: query.price.price_list_id,
    }),
    await fetchTaxRates(container, query.taxRegionId, products)
  )
}

/** Maximum number of variants whose rows are fetched at once: the queries compare each price with each rule. */
const VARIANTS_AT_ONCE = 500
const PRODUCTS_AT_ONCE = 200

const countedSchema = z.object({ id: z.string(), product_id: textSchema })

/** Splits products into parts of few enough variants. */
export async function splitByVariants(container: MedusaContainer, productIds: string[]): Promise<string[][]> {
  const variants = await listRecordsBy(container, countedSchema, VARIANTS, "product_id", productIds, {
    select: ["id", "product_id"],
  })
  const counts = new Map<string | null, number>()
  variants.forEach(({ product_id }) => counts.set(product_id, (counts.get(product_id) ?? 0) + 1))
  const parts: string[][] = []
  let part: string[] = []
  let size = 0
  for (const id of productIds) {
    const count = counts.get(id) ?? 0
    if (part.length > 0 && (part.length === PRODUCTS_AT_ONCE || size + count > VARIANTS_AT_ONCE)) {
      parts.push(part)
      part = []
      size = 0
    }
    part.push(id)
    size += count
  }
  return part.length > 0 ? [...parts, part] : parts
}

const OWNED_OPTIONS: Listing = { module: Modules.PRODUCT, list: "listProductProductOptions" }

const ownedSchema = z.object({
  id: z.string(),
  product_id: z.string(),
  product_option_id: z.string(),
  created_at: dateSchema,
  deleted_at: dateSchema,
})

/** That a product has an option. */
export type OwnedOption = Omit<z.infer<typeof ownedSchema>, "product_id"> & { product_id: string | null }

/** Before Medusa 2.17 no products share an option: it names its product itself. */
const ownOptionSchema = z
  .object({ id: z.string(), product_id: textSchema, created_at: dateSchema, deleted_at: dateSchema })
  .transform((option): OwnedOption => ({ ...option, product_option_id: option.id }))

const canShareOptions = (container: MedusaContainer) =>
  hasServiceMethod(container, OWNED_OPTIONS.module, OWNED_OPTIONS.list)

/** Returns where this version of Medusa lists which options products have: records with `id` and `product_id`. */
export const getOwnedOptionsListing = (container: MedusaContainer): Listing =>
  canShareOptions(container) ? OWNED_OPTIONS : OPTIONS

/** Lists which options products have, by the ID of the record, the product or the option. */
export async function listOwnedOptions(
  container: MedusaContainer,
  property: "id" | "product_id" | "product_option_id",
  ids: readonly (string | null)[],
  options: ListOptions = {}
): Promise<OwnedOption[]> {
  if (canShareOptions(container)) {
    return listRecordsBy(container, ownedSchema, OWNED_OPTIONS, property, ids, options)
  }
  const idColumn = property === "product_option_id" ? "id" : property
  return listRecordsBy(container, ownOptionSchema, OPTIONS, idColumn, ids, options)
}
