import type { MedusaContainer } from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"
import { z } from "zod"
import { dateSchema, OPTIONS, textSchema } from "./catalog-records"
import { hasServiceMethod, type Listing, type ListOptions, listRecordsBy } from "./service-rows"

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
export const ownedOptionsOf = (container: MedusaContainer): Listing =>
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
  const own = property === "product_option_id" ? "id" : property
  return listRecordsBy(container, ownOptionSchema, OPTIONS, own, ids, options)
}
