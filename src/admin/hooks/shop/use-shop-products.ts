import { keepPreviousData, useQuery } from "@tanstack/react-query"
import { inventoryItemAnswerSchema, productVariantsAnswerSchema, variantsAnswerSchema } from "../../lib/answers/shop"
import { ask } from "../../lib/http/ask"
import { posKeys, stockKeys } from "../../lib/http/query-keys"

/** A product's own title and variants, as the shop has them. */
export function useProductVariants(productId: string, enabled: boolean) {
  return useQuery({
    queryKey: posKeys.productVariants(productId),
    queryFn: () =>
      ask(productVariantsAnswerSchema, `/admin/products/${productId}`, {
        query: { fields: "id,title,variants.id,variants.title,variants.barcode" },
      }),
    select: ({ product }) => ({ title: product.title, variants: product.variants ?? [] }),
    enabled,
  })
}

/** Names of variants by their ids, with their product's. */
export function useVariantNames(ids: string[]) {
  return useQuery({
    queryKey: stockKeys.variantNames(ids),
    queryFn: () =>
      ask(variantsAnswerSchema, "/admin/product-variants", {
        query: { id: ids, limit: ids.length, fields: "id,title,product_id,product.title" },
      }),
    select: ({ variants }) =>
      new Map(
        variants.map(({ id, title, product_id, product }) => [
          id,
          { id, name: [product?.title, title].filter(Boolean).join(", ") || id, productId: product_id ?? null },
        ])
      ),
    placeholderData: keepPreviousData,
    enabled: ids.length > 0,
  })
}

/** The variants that are made of an inventory item. */
export function useInventoryItem(id: string) {
  return useQuery({
    queryKey: posKeys.inventoryItem(id),
    queryFn: () =>
      ask(inventoryItemAnswerSchema, `/admin/inventory-items/${id}`, {
        query: { fields: "id,variants.id,variants.title,variants.product_id" },
      }),
    select: ({ inventory_item }) => inventory_item.variants ?? [],
  })
}
