/** The windows in which the screenshots are taken. */
export const VIEWS = [
  { size: "desktop", colorScheme: "light" },
  { size: "desktop", colorScheme: "dark" },
  { size: "phone", colorScheme: "light" },
  { size: "phone", colorScheme: "dark" },
] as const

/** The part of a file's name that says in which window a screenshot was taken. */
export const nameView = ({ size, colorScheme }: (typeof VIEWS)[number]): string => `${size}-${colorScheme}`

/** The files below `src/admin` that make what a screenshot in `docs/screenshots` shows, by the name of the screenshot. */
export const PAGES: Readonly<Record<string, readonly string[]>> = {
  "activity-log": ["routes/settings/pos/[id]/page.tsx"],
  catalog: ["routes/pos/catalog/page.tsx"],
  connect: ["routes/settings/pos/page.tsx"],
  connection: ["routes/settings/pos/[id]/page.tsx"],
  customers: ["widgets/gift-cards.tsx"],
  events: ["routes/pos/events/page.tsx"],
  "find-sale": ["routes/pos/find-sale/page.tsx"],
  "gift-cards": ["routes/pos/gift-cards/page.tsx"],
  "held-changes": ["routes/pos/catalog/held-changes/page.tsx"],
  images: ["routes/pos/catalog/images/page.tsx"],
  "initial-matching": ["routes/settings/pos/[id]/plan/page.tsx"],
  "inventory-item": ["widgets/inventory-item-balance.tsx"],
  "needs-review": ["routes/pos/payouts/review/page.tsx"],
  "not-at-the-pos": ["routes/pos/catalog/unlisted-products/page.tsx"],
  order: ["widgets/order-receipt.tsx"],
  orders: ["widgets/order-list-payouts.tsx"],
  overview: ["routes/pos/page.tsx"],
  payout: ["routes/pos/payouts/[id]/page.tsx"],
  payouts: ["routes/pos/payouts/page.tsx"],
  product: ["widgets/product-link.tsx"],
  receipt: ["routes/pos/receipts/[id]/page.tsx"],
  receipts: ["routes/pos/receipts/page.tsx"],
  reconciliation: ["routes/pos/reconciliation/page.tsx"],
  reports: ["routes/pos/reports/page.tsx"],
  settings: ["routes/settings/pos/page.tsx"],
  "stock-differences": ["routes/pos/stock/page.tsx"],
  "sync-preview": ["routes/pos/catalog/sync-preview/page.tsx"],
  "unlinked-pos-products": ["routes/pos/catalog/unlinked-products/page.tsx"],
  variant: ["widgets/variant-balance.tsx"],
}
