/** @import { DialectPoint } from "../types.js" */

export const GROUPS = /** @type {const} */ ([
  ["credentials", "Credentials and profile"],
  ["products", "Product library"],
  ["images", "Images"],
  ["webhooks", "Webhooks"],
  ["inventory", "Inventory"],
  ["money", "Purchases and account"],
])

/** @typedef {typeof GROUPS[number][0]} Group */

/**
 * Where the POS as observed differs from its specification: what is observed, in a few words.
 * @type {Record<DialectPoint, { group: Group, label: string }>}
 */
export const POINTS = {
  clientId: { group: "credentials", label: "An unknown client id is invalid_client" },
  profile: { group: "credentials", label: "A profile always has its VAT percentage" },
  expiredTokenBody: { group: "credentials", label: "An expired token is named in the body too" },
  createAnswer: { group: "products", label: "A create answers no body" },
  updateAnswer: { group: "products", label: "An update answers 204" },
  existingProduct: { group: "products", label: "A create of what exists is refused" },
  lostUpdate: { group: "products", label: "Updates are guarded by If-Match" },
  etagForm: { group: "products", label: "An etag in a body has no quotes" },
  productShapes: { group: "products", label: "Answers show nulls, events leave them out" },
  productLimits: { group: "products", label: "Texts have their limits" },
  errorWords: { group: "products", label: "Errors in the words that were seen" },
  taxRates: { group: "products", label: "Tax rates only where there is sales tax" },
  importEnd: { group: "products", label: "A failed import is FINISHED_FAILED" },
  imageKeys: { group: "images", label: "One address, and a key without extension" },
  testMessage: { group: "webhooks", label: "Test messages with an object as payload" },
  clientUuid: { group: "webhooks", label: "A stock event names the key's client" },
  rateV3: { group: "inventory", label: "Four calls a second" },
  stockRow: { group: "inventory", label: "A balance is a number, of an inventory" },
  stockPages: { group: "inventory", label: "Stock comes in pages" },
  movements: { group: "inventory", label: "A movement sent twice moves twice" },
  stores: { group: "inventory", label: "Several stores, one of them the register's" },
  olderInventory: { group: "inventory", label: "The older version is gone" },
  groupedVat: { group: "money", label: "VAT by rate shows the turnover" },
  purchaseTypes: { group: "money", label: "Fields of a receipt in the types that were seen" },
  dateForms: { group: "money", label: "Links between pages carry full times" },
  financeShape: { group: "money", label: "Account answers are bare" },
}

/** @param {string} name @returns {name is DialectPoint} */
const isPoint = (name) => name in POINTS

export const POINT_NAMES = Object.keys(POINTS).filter(isPoint)
