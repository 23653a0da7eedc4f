/** The POS's interfaces, as budgets and faults name them. */
export const INTERFACES = [
  "oauth",
  "account",
  "products",
  "imports",
  "images",
  "purchases",
  "gift-cards",
  "subscriptions",
  "inventory",
  "finance",
] as const

export type InterfaceName = (typeof INTERFACES)[number]

const PATTERNS: [RegExp, InterfaceName][] = [
  [/^\/(token|authorize|users\/(self|me)|application-connections\/self)\/?$/, "oauth"],
  [/^\/api\/resources\/organizations\//, "account"],
  [/^\/organizations\/[^/]+\/import(\/|$)/, "imports"],
  [/^\/organizations\/[^/]+\/(products|categories|discounts|library|images)(\/|$)|^\/v1\/taxes\/?$/, "products"],
  [/^\/v2\/images\/|^\/(o|L|product)\//, "images"],
  [/^\/purchases\/v2(\/|$)|^\/purchase\/v2\//, "purchases"],
  [/^\/organizations\/[^/]+\/giftcards\//, "gift-cards"],
  [/^\/organizations\/[^/]+\/subscriptions(\/|$)/, "subscriptions"],
  [/^\/v3\/|^\/organizations\/[^/]+\/(locations|inventory|v2\/inventory)(\/|$)/, "inventory"],
  [/^\/v2\/(accounts\/|payout-info\/?$)|^\/organizations\/[^/]+\/(accounts\/|payout-info\/?$)/, "finance"],
]

/** The interface that serves a path, or null for paths that are not the POS's. */
export function getInterface(path: string): InterfaceName | null {
  return PATTERNS.find(([pattern]) => pattern.test(path))?.[1] ?? null
}
