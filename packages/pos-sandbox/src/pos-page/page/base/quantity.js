/**
 * Reads a quantity that somebody typed, with a point or a comma: "0,350" → "0.350".
 * @param {string} text
 * @param {{ whole?: boolean }} [options] whole: goods that are sold by the piece
 * @returns {string | null} null for what is no quantity above 0
 */
export function parseQuantity(text, { whole = false } = {}) {
  const decimal = text.trim().replace(",", ".")
  const isDecimal = whole ? /^\d{1,9}$/.test(decimal) : /^\d{1,9}(\.\d{1,6})?$/.test(decimal)
  return isDecimal && Number(decimal) > 0 ? decimal : null
}

/**
 * Writes decimal text for a person, with all its digits: "0.350" stays three decimals.
 * @param {string} quantity
 */
export function showQuantity(quantity) {
  const fraction = quantity.split(".")[1]?.length ?? 0
  return new Intl.NumberFormat(undefined, { minimumFractionDigits: fraction, maximumFractionDigits: 20 }).format(
    Number(quantity)
  )
}
