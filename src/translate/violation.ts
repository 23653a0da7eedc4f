import type { PosVariant } from "../pos-api/contract"

/** One thing that the service would refuse. `message` names field, rule and value, for a person. */
export type Violation = { field: string; message: string }

/** A variant as a message names it: by its name, else by what else is known of it. */
export const shownName = (variant: PosVariant) => `Variant ‘${variant.name || variant.sku || variant.uuid}’`
