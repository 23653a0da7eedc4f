/** What a list of the catalogue can be in the order of: the products' age, their titles, or when they were pushed last. */
export const LINK_ORDERS = ["product_id", "title", "pushed_at"] as const

export type LinkOrder = (typeof LINK_ORDERS)[number]
