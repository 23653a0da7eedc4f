import { INCLUSIONS } from "./product-link"

/** What can be done with all products that match: try them again now, give them barcodes, or a word on their inclusion. */
export const BULK_ACTIONS = ["push", "barcodes", ...INCLUSIONS] as const

export type BulkAction = (typeof BULK_ACTIONS)[number]
