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
  "activity-log": ["pages/connection.tsx"],
  catalog: ["pages/catalog.tsx"],
  connect: ["pages/settings.tsx"],
  connection: ["pages/connection.tsx"],
  customers: ["components/widgets/gift-cards.tsx"],
  events: ["pages/events.tsx"],
  "find-sale": ["pages/find-sale.tsx"],
  "gift-cards": ["pages/gift-cards.tsx"],
  "held-changes": ["pages/held-changes.tsx"],
  images: ["pages/images.tsx"],
  "initial-matching": ["pages/matching-plan.tsx"],
  "inventory-item": ["components/widgets/variant-balances.tsx"],
  "needs-review": ["pages/payouts-review.tsx"],
  "not-at-the-pos": ["pages/unlisted-products.tsx"],
  order: ["components/widgets/order-receipt.tsx"],
  orders: ["components/widgets/order-list-payouts.tsx"],
  overview: ["pages/overview.tsx"],
  payout: ["pages/payout.tsx"],
  payouts: ["pages/payouts.tsx"],
  product: ["components/widgets/product-link.tsx"],
  receipt: ["pages/receipt.tsx"],
  receipts: ["pages/receipts.tsx"],
  reconciliation: ["pages/reconciliation.tsx"],
  reports: ["pages/reports.tsx"],
  settings: ["pages/settings.tsx"],
  "stock-differences": ["pages/stock.tsx"],
  "sync-preview": ["pages/sync-preview.tsx"],
  "unlinked-pos-products": ["pages/unlinked-products.tsx"],
  variant: ["components/widgets/variant-balances.tsx"],
}
