/** Keys of everything this plugin reads; all begin with "pos", so that one call can make all of it stale. */
export const posKeys = {
  all: ["pos"] as const,
  permissions: ["pos", "permissions"] as const,
  connections: ["pos", "connections"] as const,
  connection: (id: string) => ["pos", "connections", id] as const,
  health: (id: string) => ["pos", "connections", id, "health"] as const,
  disconnectPreview: (id: string) => ["pos", "connections", id, "disconnect"] as const,
  service: ["pos", "service"] as const,
  plan: (id: string) => ["pos", "connections", id, "plan"] as const,
  planEntries: (planId: string, query: object) => ["pos", "plans", planId, query] as const,
  dryRun: (id: string, productId: string) => ["pos", "connections", id, "dry-run", productId] as const,
  outboundSettings: (id: string) => ["pos", "connections", id, "outbound-settings"] as const,
  inboundSettings: (id: string) => ["pos", "connections", id, "inbound-settings"] as const,
  copiedSettings: (id: string, from: string) => ["pos", "connections", id, "copied-settings", from] as const,
  activities: (query: object) => ["pos", "activities", query] as const,
  reachability: ["pos", "reachability"] as const,
  issues: ["pos", "issues"] as const,
  choices: (kind: string) => ["pos", "choices", kind] as const,
  overview: (id: string, days: number) => ["pos", "overview", id, days] as const,
  overviewOfAll: (group: string | null, days: number) => ["pos", "overview", "all", group, days] as const,
  salesReport: (query: object) => ["pos", "sales-report", query] as const,
  topProducts: (id: string, days: number) => ["pos", "top-products", id, days] as const,
  productLinks: (query: object) => ["pos", "product-links", query] as const,
  linkCounts: (query: object) => ["pos", "product-links", "counts", query] as const,
  matchingCount: (query: object) => ["pos", "product-links", "matching", query] as const,
  candidates: (query: object) => ["pos", "unlinked-products", query] as const,
  productVariants: (id: string) => ["pos", "product-variants", id] as const,
  images: (query: object) => ["pos", "images", query] as const,
  inventoryItem: (id: string) => ["pos", "inventory-item", id] as const,
  runs: (query: object) => ["pos", "runs", query] as const,
  receipts: (query: object) => ["pos", "receipts", query] as const,
  receipt: (id: string) => ["pos", "receipts", "one", id] as const,
  customers: (searched: string) => ["pos", "customers", searched] as const,
  inboxEntries: (query: object) => ["pos", "inbox-entries", query] as const,
  inboxEntry: (id: string) => ["pos", "inbox-entries", "one", id] as const,
}

/** Keys of what is about money; all begin with "pos", too. */
export const financeKeys = {
  differences: (query: object) => ["pos", "discrepancies", query] as const,
  accounts: (connectionId: string) => ["pos", "accounts", connectionId] as const,
  payouts: (query: object) => ["pos", "payouts", query] as const,
  payout: (id: string) => ["pos", "payouts", "one", id] as const,
  transactions: (query: object) => ["pos", "account-transactions", query] as const,
  unsettled: (query: object) => ["pos", "unsettled-payments", query] as const,
  unusualFees: (query: object) => ["pos", "unusual-fees", query] as const,
  orderPayments: (orderId: string) => ["pos", "order-payments", orderId] as const,
  giftCards: (query: object) => ["pos", "gift-cards", query] as const,
  giftCard: (id: string) => ["pos", "gift-cards", "one", id] as const,
  liability: (connectionId: string) => ["pos", "gift-card-liability", connectionId] as const,
}

/** Keys of what is about stock. */
export const stockKeys = {
  differences: (query: object) => ["pos", "stock-differences", query] as const,
  movements: (query: object) => ["pos", "stock-movements", query] as const,
  variantNames: (ids: string[]) => ["pos", "variant-names", ids] as const,
}
