/**
 * Which version of the mapping wrote an order; kept with its receipt. Raise it when the same receipt becomes another order:
 * the next comparison of money then looks at all orders once, and names those that differ because an older version wrote
 * them. Null: written before versions were kept.
 */
export const ORDER_MAPPING_VERSION = 2
