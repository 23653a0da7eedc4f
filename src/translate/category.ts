/** A category of the shop with the names from the root of the tree down to its own. */
export type ShopCategory = { id: string; path: string[] }

/**
 * The one category that the till shows of a product's: the first in the shop's order, or the deepest (of equally deep
 * ones the first), by its own name or with those above it.
 */
export function pickCategory(
  categories: ShopCategory[],
  choice: "first" | "deepest",
  withPath: boolean
): { id: string; name: string } | null {
  const [first] =
    choice === "deepest" ? [...categories].sort((one, other) => other.path.length - one.path.length) : categories
  return first ? { id: first.id, name: withPath ? first.path.join(" / ") : (first.path.at(-1) ?? "") } : null
}
