import { PRODUCT_LIMITS, type ProductContent } from "../pos-api/contract"
import { fitText } from "./fit-text"

/**
 * Cuts descriptions that are longer than the service takes, and says so. Names, codes and prices are never cut: half of
 * one is another one.
 */
export function fitDescriptions(content: ProductContent): { content: ProductContent; notes: string[] } {
  const limit = PRODUCT_LIMITS.descriptionLength
  const lengths = new Set<number>()
  const fit = <Described extends { description?: string | null }>(described: Described): Described => {
    const { description } = described
    if (!description || description.length <= limit) {
      return described
    }
    lengths.add(description.length)
    return { ...described, description: fitText(description, limit) }
  }
  const fitted = { ...fit(content), ...(content.variants ? { variants: content.variants.map(fit) } : {}) }
  return {
    content: fitted,
    notes: [...lengths].map(
      (length) => `A description has ${length} characters, the service takes ${limit}; it ends there at a word.`
    ),
  }
}
