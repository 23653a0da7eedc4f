import type { MedusaContainer } from "@medusajs/framework/types"
import { z } from "zod"
import type { Affected } from "../changed-products"
import {
  CATEGORIES,
  categorySchema,
  CHANNEL_LINKS,
  channelLinkSchema,
  dateSchema,
  idSchema,
  IMAGES,
  OPTION_VALUES,
  PRICE_LIST_RULES,
  PRICE_PREFERENCES,
  PRICE_RULES,
  PRICE_SET_LINKS,
  PRICE_SETS,
  priceSetLinkSchema,
  PRICES,
  PRODUCTS,
  TAX_RATES,
  TAX_REGIONS,
  TAX_RULES,
  taxRuleSchema,
  textSchema,
  VARIANTS,
} from "./catalog-records"
import { listOwnedOptions } from "./fetch-products"
import { inParts, type Listing, listLinksBy, listRecords, listRecordsBy } from "./service-rows"

/** Milliseconds for which a deleted record counts as just deleted, as in `findAffected`. */
const JUST_DELETED_MS = 3_600_000

const deletableSchema = z.object({ id: z.string(), deleted_at: dateSchema })
const partSchema = z.object({ id: z.string(), product_id: textSchema })
const setPriceSchema = z.object({ id: z.string(), price_set_id: z.string(), deleted_at: dateSchema })

const ALL = { withDeleted: true }

/** Lists records of products, prices or taxes for one change of the store. */
export type ChangeReader = ReturnType<typeof readChanges>

/** Returns lookups that lead from changed records to products. Each includes deleted records unless it says otherwise. */
export function readChanges(container: MedusaContainer) {
  const by = async <Row>(row: z.ZodType<Row>, listing: Listing, property: string, ids: (string | null)[]) =>
    listRecordsBy(container, row, listing, property, ids, ALL)
  const getProductIds = async (listing: Listing, ids: (string | null)[]) =>
    (await by(partSchema, listing, "id", ids)).map(({ product_id }) => product_id)
  const ofTypes = async (ids: string[]) =>
    (await listRecordsBy(container, idSchema, PRODUCTS, "type_id", ids, { select: ["id"] })).map(({ id }) => id)
  return {
    by,
    /** @returns products of variants */
    ofVariants: async (ids: (string | null)[]) => getProductIds(VARIANTS, ids),
    /** @returns products of images */
    ofImages: async (ids: (string | null)[]) => getProductIds(IMAGES, ids),
    /** @returns products that have options and are not deleted from them */
    ofOptions: async (ids: (string | null)[]) =>
      (await listOwnedOptions(container, "product_option_id", ids)).map(({ product_id }) => product_id),
    /** @returns products of types that are not deleted */
    ofTypes,
    /** @returns products in categories or with tags */
    related: async (relation: "categories" | "tags", ids: string[]) => {
      const affectedIds: string[] = []
      for (const id of inParts(ids)) {
        const options = { select: ["id"], withDeleted: true }
        const listed = await listRecords(container, idSchema, PRODUCTS, { [relation]: { id } }, options)
        affectedIds.push(...listed.map((product) => product.id))
      }
      return affectedIds
    },
    /** @returns products of price sets, by links that are not deleted */
    ofPriceSets: async (ids: string[]) => {
      const links = await listLinksBy(container, priceSetLinkSchema, PRICE_SET_LINKS, "price_set_id", ids)
      return getProductIds(
        VARIANTS,
        links.map(({ variant_id }) => variant_id)
      )
    },
    /** @returns products that tax rules name, by themselves or by their type */
    ofTaxRules: async (rules: z.infer<typeof taxRuleSchema>[]) => {
      const named = (reference: string) =>
        rules.filter((rule) => rule.reference === reference).map(({ reference_id }) => reference_id)
      return [...named("product"), ...(await ofTypes(named("product_type")))]
    },
  }
}

/** As `findAffected`, by Medusa's services. */
export async function findAffectedByServices(container: MedusaContainer, ids: string[], now: Date): Promise<Affected> {
  const read = readChanges(container)
  const since = now.getTime() - JUST_DELETED_MS
  const isRecent = ({ deleted_at }: { deleted_at: Date | string | null }) =>
    deleted_at === null || new Date(deleted_at).getTime() > since
  const affectedIds = [
    ...(await findByProduct(container, read, ids)),
    ...(await read.ofTaxRules([
      ...(await read.by(taxRuleSchema, TAX_RULES, "id", ids)),
      ...(await read.by(taxRuleSchema, TAX_RULES, "tax_rate_id", ids)).filter(isRecent),
    ])),
    ...(await read.ofPriceSets(await findPriceSets(container, read, ids, isRecent))),
  ]
  return { productIds: toProductIds(affectedIds), all: await concernsAll(read, ids) }
}

async function findByProduct(container: MedusaContainer, read: ChangeReader, ids: string[]) {
  const ownRows = await read.by(idSchema, PRODUCTS, "id", ids)
  const collected = await listRecordsBy(container, idSchema, PRODUCTS, "collection_id", ids, { select: ["id"] })
  const channels = await listLinksBy(container, channelLinkSchema, CHANNEL_LINKS, "id", ids, true)
  const owned = await listOwnedOptions(container, "id", ids, ALL)
  const values = await read.by(z.object({ option_id: textSchema }), OPTION_VALUES, "id", ids)
  return [
    ...ownRows.map(({ id }) => id),
    ...collected.map(({ id }) => id),
    ...channels.map(({ product_id }) => product_id),
    ...owned.map(({ product_id }) => product_id),
    ...(await read.ofVariants(ids)),
    ...(await read.ofImages(ids)),
    ...(await read.ofTypes(ids)),
    ...(await read.related("tags", ids)),
    ...(await read.related("categories", await findCategoriesBelow(container, read, ids))),
    ...(await read.ofOptions([...ids, ...values.map(({ option_id }) => option_id)])),
  ]
}

/** Finds which IDs are of categories, and the categories below them: the POS may show their names as a path. */
async function findCategoriesBelow(container: MedusaContainer, read: ChangeReader, ids: string[]): Promise<string[]> {
  const namedCategories = await read.by(categorySchema, CATEGORIES, "id", ids)
  const below: string[] = []
  for (const { id, mpath } of namedCategories) {
    const inside = await listRecords(container, categorySchema, CATEGORIES, { mpath: { $like: `${mpath}%` } }, ALL)
    below.push(...inside.filter((category) => category.mpath.split(".").includes(id)).map((category) => category.id))
  }
  return [...new Set([...namedCategories.map(({ id }) => id), ...below])]
}

async function findPriceSets(
  container: MedusaContainer,
  read: ChangeReader,
  ids: string[],
  isRecent: (price: { deleted_at: Date | string | null }) => boolean
): Promise<string[]> {
  const rules = await read.by(z.object({ price_id: z.string() }), PRICE_RULES, "id", ids)
  const listRules = await read.by(z.object({ price_list_id: z.string() }), PRICE_LIST_RULES, "id", ids)
  const lists = listRules.map(({ price_list_id }) => price_list_id)
  const prices = [
    ...(await read.by(setPriceSchema, PRICES, "id", [...ids, ...rules.map(({ price_id }) => price_id)])),
    ...(await read.by(setPriceSchema, PRICES, "price_list_id", ids)).filter(isRecent),
    ...(await listRecordsBy(container, setPriceSchema, PRICES, "price_list_id", lists)),
  ]
  const sets = await read.by(idSchema, PRICE_SETS, "id", ids)
  return [...sets.map(({ id }) => id), ...prices.map(({ price_set_id }) => price_set_id)]
}

/** Returns whether a change affects all products: a country's default tax, or whether prices include tax. */
async function concernsAll(read: ChangeReader, ids: string[]): Promise<boolean> {
  const rates = await read.by(z.object({ is_default: z.boolean() }), TAX_RATES, "id", ids)
  return (
    rates.some(({ is_default }) => is_default) ||
    (await read.by(deletableSchema, TAX_REGIONS, "id", ids)).length > 0 ||
    (await read.by(deletableSchema, PRICE_PREFERENCES, "id", ids)).length > 0
  )
}

/** The products without repetitions, and without those that a deleted record does not name. */
export const toProductIds = (found: (string | null)[]): string[] => [
  ...new Set(found.filter((productId) => productId !== null)),
]
