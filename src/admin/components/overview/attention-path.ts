const PATHS: Record<string, (connectionId: string) => string> = {
  inbox_waiting: (id) => `/pos/inbox?connection=${id}&state=%22pending%22`,
  products_waiting: (id) => `/pos/catalogue?connection=${id}&state=%22pending%22`,
  stock_waiting: (id) => `/pos/catalogue?connection=${id}`,
  stock_differs: (id) => `/pos/stock?connection=${id}`,
  money_differs: (id) => `/pos/money?connection=${id}`,
  runs_standing: (id) => `/pos/catalogue?connection=${id}`,
  plan_waiting: (id) => `/settings/pos/${id}/plan`,
  dead_entries: (id) => `/pos/inbox?connection=${id}&state=%22dead%22`,
  pending_refunds: (id) => `/pos/receipts?connection=${id}&state=%22pending%22`,
  rejected_products: (id) => `/pos/catalogue?connection=${id}&state=%22rejected%22`,
  stock_errors: (id) => `/pos/catalogue?connection=${id}`,
}

/** The page on which something that needs attention is mended; the connection's settings for all that has no list. */
export function attentionPath(kind: string, connectionId: string): string {
  return PATHS[kind]?.(connectionId) ?? `/settings/pos/${connectionId}`
}
