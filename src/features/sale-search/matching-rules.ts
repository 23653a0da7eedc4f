import type { SaleReading } from "../../contract/sale-search"
import { type Purchase, purchaseNotificationSchema } from "../../pos-api/contract"
import { getCashier } from "../purchases"
import type { SaleSearch } from "./rules"

/** What the caller may search by: names of cashiers only with the right to see them. */
export type SearchRights = { mayFindCashiers: boolean }

/** The readings of a search that a purchase matches. Without any text, each purchase matches its day. */
export function matchPurchase(purchase: Purchase, search: SaleSearch, rights: SearchRights): SaleReading[] {
  if (search.text === "") {
    return ["day"]
  }
  const { identifier, words, code, cardDigits, reference } = search
  const uuids = [purchase.purchaseUUID1, ...purchase.payments.map(({ uuid }) => uuid)]
  const goods = purchase.products.map(({ name, variantName, sku }) => foldCase(joinNames(name, variantName, sku)))
  const people = rights.mayFindCashiers ? [foldCase(getCashier(purchase) ?? "")] : []
  const matches: Record<Exclude<SaleReading, "order" | "day">, boolean> = {
    identifier: identifier !== null && uuids.some((uuid) => identifier.from <= uuid && uuid <= identifier.to),
    number: search.number !== null && purchase.purchaseNumber === search.number,
    amount: search.amounts.includes(purchase.amount),
    card: cardDigits !== null && purchase.payments.some((payment) => getCardDigits(payment) === cardDigits),
    reference: reference !== null && purchase.payments.some((payment) => getReference(payment) === reference),
    code: code !== null && purchase.products.some(({ sku, barcode }) => sku === code || barcode === code),
    words: words !== null && [...goods, ...people].some((text) => text.includes(foldCase(words))),
  }
  return READINGS.filter((reading) => matches[reading])
}

const READINGS = ["identifier", "number", "amount", "card", "reference", "code", "words"] as const

const foldCase = (text: string) => text.normalize("NFC").toLowerCase()

const joinNames = (...names: (string | null | undefined)[]) => names.filter((name) => name).join(" ")

type Payment = Purchase["payments"][number]

function getDetail({ attributes, ...payment }: Payment, name: string): string {
  const fields: Record<string, unknown> = payment
  const value = attributes?.[name] ?? fields[name]
  return typeof value === "string" ? value.trim() : ""
}

const getCardDigits = (payment: Payment) => /(\d{4})\D*$/.exec(getDetail(payment, "maskedPan"))?.[1] ?? null

const getReference = (payment: Payment) => getDetail(payment, "referenceNumber")

/** Reads the purchase of an event; null: it cannot be read. */
export function readPurchase(payload: unknown): Purchase | null {
  const parsed = purchaseNotificationSchema.safeParse(payload)
  return parsed.success ? parsed.data : null
}

const FEWEST_CHARACTERS = 3

/** Whether an event that cannot be read has the searched text in it. Who may not see cashiers finds it by numbers only. */
export function isTextIn(payload: unknown, { text }: SaleSearch, { mayFindCashiers }: SearchRights): boolean {
  const isAllowed = mayFindCashiers || !/\p{L}/u.test(text)
  const raw = foldCase(typeof payload === "string" ? payload : JSON.stringify(payload))
  return isAllowed && text.length >= FEWEST_CHARACTERS && raw.includes(foldCase(text))
}

const SHOWN_PRODUCTS = 3

/** Names of the first products of a purchase. */
export function productNames(purchase: Purchase | null): string[] {
  const names = (purchase?.products ?? []).map(({ name, variantName }) => joinNames(name, variantName))
  return names.filter((name) => name !== "").slice(0, SHOWN_PRODUCTS)
}
