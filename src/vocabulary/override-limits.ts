/** Characters (UTF-16 units) that the POS takes of what is shown there instead of the store's own; a test compares them with PRODUCT_LIMITS. */
export const OVERRIDE_LIMITS = { name: 256, category: 100, barcode: 128 } as const

/** Whether a text is too long, as it is saved: without the spaces around it. */
export const isTooLong = (text: string, limit: number) => text.trim().length > limit
