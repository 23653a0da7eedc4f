import { v1 as uuidVersion1, v5 as uuidVersion5 } from "uuid"
import type { SandboxContext } from "../context/sandbox-context"
import { changeStock } from "../inventory/change-stock"
import { acceptProduct, storeProduct } from "../products/product-library"
import type { OrganizationState } from "../state/organization"
import type { Goods } from "./goods-schema"

type Variant = Pick<Goods, "price" | "sku" | "barcode" | "stock"> & { name?: string | undefined }

/** Puts one of a configuration's goods into the library, and its stock on the shelf. @throws HttpError */
export function layOut(context: SandboxContext, organization: OrganizationState, goods: Goods) {
  const { name, description, category, unitName, vatPercentage, price, sku, barcode, stock } = goods
  const variants = (goods.variants ?? [{ price, sku, barcode, stock }]).map((variant: Variant) => ({
    uuid: uuidVersion1(),
    ...variant,
  }))
  const product = storeProduct(
    context,
    organization,
    acceptProduct(context, organization, {
      uuid: uuidVersion1(),
      name,
      ...given({ description, unitName }),
      ...(category ? { category: { uuid: uuidVersion5(category, organization.uuid), name: category } } : {}),
      ...(vatPercentage === undefined ? {} : { vatPercentage: String(vatPercentage) }),
      variants: variants.map(({ stock: _stock, price: amount, ...variant }) => ({
        ...given(variant),
        ...(amount === undefined ? {} : { price: { amount, currencyId: organization.profile.currency } }),
      })),
    })
  )
  for (const variant of variants.filter((one) => one.stock !== undefined)) {
    const at = { productUuid: product.uuid, variantUuid: variant.uuid }
    changeStock(context, organization, { ...at, change: String(variant.stock) })
  }
  return product
}

const given = (fields: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
