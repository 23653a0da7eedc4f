/** What shop-process.ts says once the store answers. */
export const SHOP_IS_UP = "SHOP IS UP"

/** What prepare-process.ts says before the JSON of what was prepared. */
export const PREPARED = "PREPARED "
