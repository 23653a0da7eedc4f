import type { MedusaContainer } from "@medusajs/framework/types"
import { POS_MODULE } from "../../modules/pos"
import {
  chooseUuid,
  ensureCategoryLinks,
  ensureVariantLinks,
  findCategoryUuids,
  findPlacedVariants,
  findVariantUuids,
} from "../../modules/pos/queries/catalogue/links"
import { ensureProductParts, findProductParts, type ProductPart } from "../../modules/pos/queries/outbox/product-parts"
import { PRODUCT_LIMITS } from "../../pos-api/contract"
import type { ShopProduct } from "../../translate/shop-product"
import type { Placements } from "../../translate/split-product"

type Link = { id: string; product_uuid: string }

export type LinkedParts = { link: Link; parts: ShopProduct[] }

/** UUIDs of a batch: of its products, part by part, of their variants and categories. */
export type ProductUuids = {
  productUuidOf: (link: Link, part: number) => string
  variantUuids: Map<string, string>
  categoryUuids: Map<string, string>
  /** the further parts that exist, wanted or not */
  furtherParts: ProductPart[]
}

/** In which parts the variants of products are that have more than one part. */
export async function findPlacements(
  container: MedusaContainer,
  connectionId: string,
  items: { link: Link; product: ShopProduct }[]
): Promise<Placements> {
  const large = items.filter(({ product }) => product.variants.length > PRODUCT_LIMITS.variants)
  if (large.length === 0) {
    return new Map()
  }
  const linkIds = large.map(({ link }) => link.id)
  const variantIds = large.flatMap(({ product }) => product.variants.map(({ id }) => id))
  return container.resolve(POS_MODULE).query(async (sql) => {
    const parts = await findProductParts(sql, linkIds)
    const placed = await findPlacedVariants(sql, connectionId, variantIds)
    const partOf = new Map([
      ...large.map(({ link }): [string, number] => [link.product_uuid, 0]),
      ...parts.map(({ product_uuid, part }): [string, number] => [product_uuid, part]),
    ])
    return new Map(
      placed.flatMap(({ variant_id, product_uuid }): [string, number][] => {
        const part = partOf.get(product_uuid)
        return part === undefined ? [] : [[variant_id, part]]
      })
    )
  })
}

/** Chooses and stores the UUIDs that a batch needs, before anything of it is sent. */
export async function ensureUuids(
  container: MedusaContainer,
  connectionId: string,
  items: LinkedParts[]
): Promise<ProductUuids> {
  const pos = container.resolve(POS_MODULE)
  const linkIds = items.map(({ link }) => link.id)
  const further = items.flatMap(({ link, parts }) =>
    parts.slice(1).map((_, index) => ({ product_link_id: link.id, part: index + 1 }))
  )
  return pos.query(async (sql) => {
    if (further.length > 0) {
      await ensureProductParts(sql, connectionId, further)
    }
    const furtherParts = await findProductParts(sql, linkIds)
    const productUuidOf = uuidFinder(furtherParts)
    const variants = items.flatMap(({ link, parts }) =>
      parts.flatMap((part, index) =>
        part.variants.map(({ id }) => ({
          ...{ variant_id: id, product_link_id: link.id },
          product_uuid: productUuidOf(link, index),
        }))
      )
    )
    return {
      ...{ productUuidOf, furtherParts },
      variantUuids: await ensureVariantLinks(sql, connectionId, variants),
      categoryUuids: await ensureCategoryLinks(sql, connectionId, categoryIds(items)),
    }
  })
}

/** The UUIDs that a batch has; what has none yet gets one that is not stored. For looking ahead without writing. */
export async function lookUpUuids(
  container: MedusaContainer,
  connectionId: string,
  items: LinkedParts[]
): Promise<ProductUuids> {
  const variantIds = items.flatMap(({ parts }) => parts.flatMap(({ variants }) => variants.map(({ id }) => id)))
  return container.resolve(POS_MODULE).query(async (sql) => {
    const furtherParts = await findProductParts(
      sql,
      items.map(({ link }) => link.id)
    )
    const categories = categoryIds(items)
    return {
      ...{ productUuidOf: uuidFinder(furtherParts), furtherParts },
      variantUuids: withMissing(variantIds, await findVariantUuids(sql, connectionId, variantIds)),
      categoryUuids: withMissing(categories, await findCategoryUuids(sql, connectionId, categories)),
    }
  })
}

function categoryIds(items: LinkedParts[]): string[] {
  return items.flatMap(({ parts }) => parts.flatMap(({ category }) => category?.id ?? []))
}

function uuidFinder(furtherParts: ProductPart[]) {
  const known = new Map(furtherParts.map((part) => [`${part.product_link_id}:${part.part}`, part.product_uuid]))
  return (link: Link, part: number) =>
    part === 0 ? link.product_uuid : (known.get(`${link.id}:${part}`) ?? chooseUuid())
}

function withMissing(ids: string[], known: Map<string, string>): Map<string, string> {
  return new Map(ids.map((id) => [id, known.get(id) ?? chooseUuid()]))
}
