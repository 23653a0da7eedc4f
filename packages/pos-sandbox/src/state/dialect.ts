import { z } from "zod"

/** Profiles of how the sandbox answers (docs/reference/pos-api.md). */
export const DIALECTS = ["spec", "field", "odd"] as const

/**
 * How the sandbox answers: `spec` as specified, `field` as the POS was observed to answer, `odd` as `field` and with
 * every oddity that was seen, which public clients may not bear.
 */
export type Dialect = (typeof DIALECTS)[number]

/** Where the POS as observed differs from its specification; each is a switch of its own (docs/reference/pos-api.md). */
export const DIALECT_POINTS = [
  "clientId",
  "profile",
  "expiredTokenBody",
  "lostUpdate",
  "etagForm",
  "createAnswer",
  "updateAnswer",
  "existingProduct",
  "errorWords",
  "productShapes",
  "productLimits",
  "taxRates",
  "callerUuids",
  "taxExempt",
  "errorBodies",
  "importEnd",
  "imageKeys",
  "testMessage",
  "signatureCase",
  "clientUuid",
  "balanceRows",
  "rateV3",
  "stockRow",
  "stockPages",
  "movements",
  "stores",
  "olderInventory",
  "groupedVat",
  "purchaseTypes",
  "paymentBrands",
  "shortPurchaseIds",
  "dateForms",
  "financeShape",
] as const

/** A point at which the observed POS differs from its specification. */
export type DialectPoint = (typeof DIALECT_POINTS)[number]

export type DialectByPoint = Record<DialectPoint, Dialect>

const byPointSchema = z.partialRecord(z.enum(DIALECT_POINTS), z.enum(DIALECTS))

/** One dialect for all points, or one for each point that is named. */
export const dialectChoiceSchema = z.union([z.enum(DIALECTS), byPointSchema])

/** One dialect for all points, or one for each point that is named. */
export type DialectChoice = z.output<typeof dialectChoiceSchema>

const everywhere = (dialect: Dialect): DialectByPoint => ({
  clientId: dialect,
  profile: dialect,
  expiredTokenBody: dialect,
  lostUpdate: dialect,
  etagForm: dialect,
  createAnswer: dialect,
  updateAnswer: dialect,
  existingProduct: dialect,
  errorWords: dialect,
  productShapes: dialect,
  productLimits: dialect,
  taxRates: dialect,
  callerUuids: dialect,
  taxExempt: dialect,
  errorBodies: dialect,
  importEnd: dialect,
  imageKeys: dialect,
  testMessage: dialect,
  signatureCase: dialect,
  clientUuid: dialect,
  balanceRows: dialect,
  rateV3: dialect,
  stockRow: dialect,
  stockPages: dialect,
  movements: dialect,
  stores: dialect,
  olderInventory: dialect,
  groupedVat: dialect,
  purchaseTypes: dialect,
  paymentBrands: dialect,
  shortPurchaseIds: dialect,
  dateForms: dialect,
  financeShape: dialect,
})

const SPEC_DIALECT = everywhere("spec")

/** @param known what stays where the choice names no dialect */
export function chooseDialect(choice: DialectChoice, known: DialectByPoint = SPEC_DIALECT): DialectByPoint {
  return typeof choice === "string" ? everywhere(choice) : { ...known, ...choice }
}
