import type { TransformProduct } from "medusa-plugin-pos/modules/pos"

/**
 * The callback: what is sold by weight says so in its name, "Äpplen (kg)". Called for each product of a push, so it works
 * with what it is given; what must be looked up belongs into the workflow's hook.
 */
export const nameTheUnit: TransformProduct = (content) =>
  content.unitName ? { ...content, name: `${content.name ?? ""} (${content.unitName})` } : content
