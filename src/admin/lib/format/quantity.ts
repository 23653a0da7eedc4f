/** A decimal in text ("0.350") in the reader's form; what is no number is shown as it is. */
export function formatQuantity(text: string, language: string): string {
  const quantity = Number(text)
  return Number.isFinite(quantity) && text.trim() !== ""
    ? new Intl.NumberFormat(language, { maximumFractionDigits: 6 }).format(quantity)
    : text
}
