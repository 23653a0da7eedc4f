/** @import { Product } from "./types.js" */
import { showQuantity } from "./base/quantity.js"

/**
 * Whether a variant is at or below the low-stock level that was set for it.
 * @param {Product} product
 * @param {string} variantUuid
 */
export function isLow({ balances, lowStock, tracked }, variantUuid) {
  const level = lowStock[variantUuid] ?? null
  return tracked && level !== null && Number(balances[variantUuid] ?? 0) <= level
}

/**
 * What is on the shelf of a variant; null where nobody counts it.
 * @param {Product} product
 * @param {string} variantUuid
 */
export function stockOf(product, variantUuid) {
  const balance = product.tracked ? product.balances[variantUuid] : null
  const unit = product.unitName ? ` ${product.unitName}` : ""
  return balance ? `${showQuantity(balance)}${unit} in stock${isLow(product, variantUuid) ? ", low" : ""}` : null
}
