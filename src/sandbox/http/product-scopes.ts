/** What the product library, its pictures and the inventory ask of a token, in routes and reference alike. */
export const READ_PRODUCTS = ["READ:PRODUCT"] as const
export const WRITE_PRODUCTS = ["READ:PRODUCT", "WRITE:PRODUCT"] as const
