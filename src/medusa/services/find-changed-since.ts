import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { z } from "zod"
import type { Affected } from "../changed-products"
import {
  CATEGORIES,
  CHANNEL_LINKS,
  channelLinkSchema,
  idSchema,
  IMAGES,
  OPTION_VALUES,
  OPTIONS,
  PRICE_LIST_RULES,
  PRICE_LISTS,
  PRICE_PREFERENCES,
  PRICE_RULES,
  PRICES,
  PRODUCTS,
  TAX_RATES,
  TAX_REGIONS,
  TAX_RULES,
  taxRuleSchema,
  textSchema,
  VARIANTS,
} from "./catalog-records"
import { type ChangeReader, readChanges, toProductIds } from "./find-affected"
import { getOwnedOptionsListing } from "./fetch-products"
import { type Listing, listRecords, listRecordsBy } from "./service-rows"

const partSchema = z.object({ product_id: textSchema })
const rateSchema = z.object({ id: z.string(), is_default: z.boolean() })

const TAX_RULE_FIELDS = ["id", "tax_rate_id", "reference", "reference_id", "deleted_at"]

type Filters = Readonly<Record<string, unknown>>
type Changed = <Row>(row: z.ZodType<Row>, listing: Listing, select: string[], more?: Filters[]) => Promise<Row[]>

/**
 * As `findChangedSince`, by Medusa's services. They do not list which images a variant has: a change of that alone is
 * found by the comparison of contents.
 */
export async function findChangedByServices(container: MedusaContainer, since: Date, now: Date): Promise<Affected> {
  const isChanged = [{ updated_at: { $gt: since } }, { deleted_at: { $gt: since } }]
  const changed: Changed = async (row, listing, select, more = []) =>
    listRecords(container, row, listing, { $or: [...isChanged, ...more] }, { select, withDeleted: true })
  const read = readChanges(container)
  const query = container.resolve(ContainerRegistrationKeys.QUERY)
  const { data } = await query.graph({
    entity: CHANNEL_LINKS.entity,
    fields: CHANNEL_LINKS.fields,
    filters: { $or: isChanged },
    withDeleted: true,
  })
  const channels = z.array(channelLinkSchema).parse(data)
  const getIds = async (listing: Listing) => (await changed(idSchema, listing, ["id"])).map(({ id }) => id)
  const getProductIds = async (listing: Listing) =>
    (await changed(partSchema, listing, ["id", "product_id"])).map(({ product_id }) => product_id)
  const values = await changed(z.object({ option_id: textSchema }), OPTION_VALUES, ["id", "option_id"])
  const rates = await changed(rateSchema, TAX_RATES, ["id", "is_default"])
  const rulesOfRates = await listRecordsBy(
    container,
    taxRuleSchema,
    TAX_RULES,
    "tax_rate_id",
    rates.map(({ id }) => id)
  )
  const changedIds = [
    ...(await getIds(PRODUCTS)),
    ...(await getProductIds(VARIANTS)),
    ...(await getProductIds(IMAGES)),
    ...channels.map(({ product_id }) => product_id),
    ...(await read.related("categories", await getIds(CATEGORIES))),
    ...(await getProductIds(getOwnedOptionsListing(container))),
    ...(await read.ofOptions([...(await getIds(OPTIONS)), ...values.map(({ option_id }) => option_id)])),
    ...(await read.ofPriceSets(await findPriceSets(container, read, changed, { since, now }))),
    ...(await read.ofTaxRules([...rulesOfRates, ...(await changed(taxRuleSchema, TAX_RULES, TAX_RULE_FIELDS))])),
  ]
  const all =
    rates.some(({ is_default }) => is_default) ||
    (await getIds(TAX_REGIONS)).length > 0 ||
    (await getIds(PRICE_PREFERENCES)).length > 0
  return { productIds: toProductIds(changedIds), all }
}

const setPriceSchema = z.object({ price_set_id: z.string() })

async function findPriceSets(
  container: MedusaContainer,
  read: ChangeReader,
  changed: Changed,
  { since, now }: { since: Date; now: Date }
): Promise<string[]> {
  const rules = await changed(z.object({ price_id: z.string() }), PRICE_RULES, ["id", "price_id"])
  const listRules = await changed(z.object({ price_list_id: z.string() }), PRICE_LIST_RULES, ["id", "price_list_id"])
  const lists = await changed(
    idSchema,
    PRICE_LISTS,
    ["id"],
    [{ starts_at: { $gt: since, $lte: now } }, { ends_at: { $gt: since, $lte: now } }]
  )
  const listIds = [...lists.map(({ id }) => id), ...listRules.map(({ price_list_id }) => price_list_id)]
  const prices = [
    ...(await changed(setPriceSchema, PRICES, ["id", "price_set_id"])),
    ...(await read.by(
      setPriceSchema,
      PRICES,
      "id",
      rules.map(({ price_id }) => price_id)
    )),
    ...(await listRecordsBy(container, setPriceSchema, PRICES, "price_list_id", listIds)),
  ]
  return prices.map(({ price_set_id }) => price_set_id)
}
