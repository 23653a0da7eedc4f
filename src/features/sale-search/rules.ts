import { BigNumber } from "bignumber.js"
import type { SaleReading } from "../../contract/sale-search"
import { currencyDigits } from "../../money/money"
import { type Purchase, purchaseNotificationSchema } from "../../pos-api/contract"
import { getCashier } from "../purchases"

/** A range of UUIDs, both ends inclusive. A complete UUID is a range of one. */
export type UuidRange = { from: string; to: string }

/** The readings of a search text; null: the text does not have this reading. */
export type SaleSearch = {
  /** the text without its day; "": it names a day only */
  text: string
  /** ISO date */
  day: string | null
  identifier: UuidRange | null
  number: number | null
  /** order number in the store: any text may be the store's own */
  order: { displayId: number | null; customDisplayId: string } | null
  /** minor units, with the sign of a refund where the text may mean one */
  amounts: number[]
  cardDigits: string | null
  reference: string | null
  /** a whole SKU or barcode of digits */
  code: string | null
  /** a part of a product's name, its SKU, or a cashier's name */
  words: string | null
}

/**
 * Reads what a person may mean by the text of a search. A text can have several readings: "1234" is a receipt number,
 * an amount and the end of a card number. The connection's currency decides how amounts are read.
 */
export function readSaleSearch(searched: string, currencyCode: string): SaleSearch {
  const { day, rest } = takeDay(searched.normalize("NFKC").trim().replace(/\s+/g, " "))
  const card = readCard(rest)
  const isMasked = card !== null && !/^\d+$/.test(rest)
  const amounts = isMasked ? [] : readAmounts(rest, currencyCode)
  const number = isMasked ? null : readNumber(rest)
  const identifier = isMasked ? null : readIdentifier(rest)
  const isWhole = identifier !== null && identifier.from === identifier.to
  const isAmountOrCard = isMasked || (amounts.length > 0 && !/^\d+$/.test(rest))
  return {
    text: rest,
    day,
    identifier,
    number,
    order: rest === "" || isAmountOrCard ? null : { displayId: number, customDisplayId: rest },
    amounts,
    cardDigits: card,
    reference: !isAmountOrCard && /^[\p{L}\d_-]{4,}$/u.test(rest) && /\d/.test(rest) ? rest : null,
    code: !isAmountOrCard && /^\d{3,}$/.test(rest) ? rest : null,
    words: !isAmountOrCard && !isWhole && hasWord(rest) ? rest : null,
  }
}

const ISO_DAY = /(?<!\S)(\d{4})-(\d{1,2})-(\d{1,2})(?!\S)/
const WRITTEN_DAY = /(?<!\S)(\d{1,2})\.(\d{1,2})\.(\d{4})(?!\S)/

/** Takes the first date out of a text: `2026-11-03` or `3.11.2026`. */
function takeDay(text: string): { day: string | null; rest: string } {
  const iso = ISO_DAY.exec(text)
  const written = WRITTEN_DAY.exec(text)
  const [found, year, month, date] = iso
    ? [iso[0], iso[1], iso[2], iso[3]]
    : [written?.[0], written?.[3], written?.[2], written?.[1]]
  const day = found === undefined ? null : toDay(Number(year), Number(month), Number(date))
  return day === null || found === undefined
    ? { day: null, rest: text }
    : { day, rest: text.replace(found, " ").trim().replace(/\s+/g, " ") }
}

const FIRST_YEAR = 2000

/** An ISO date; null: the calendar does not have it. */
function toDay(year: number, month: number, date: number): string | null {
  const moment = new Date(Date.UTC(year, month - 1, date))
  const exists = moment.getUTCFullYear() === year && moment.getUTCMonth() === month - 1 && moment.getUTCDate() === date
  return exists && year >= FIRST_YEAR ? moment.toISOString().slice(0, "YYYY-MM-DD".length) : null
}

/** The largest number that the columns of receipts and orders hold. */
const LARGEST_NUMBER = 2_147_483_647

/** A receipt or order number: `123`, `#123`, `no. 123`. */
function readNumber(text: string): number | null {
  const digits = /^(?:#|n[or]\.?)? ?(\d{1,10})$/i.exec(text)?.[1]
  return digits !== undefined && Number(digits) <= LARGEST_NUMBER ? Number(digits) : null
}

/** The last four digits of a card: `1234`, `•••• 1234`, `**** **** **** 1234`. */
function readCard(text: string): string | null {
  return /^(?:[*•·x][*•·x -]*)?(\d{4})$/i.exec(text)?.[1] ?? null
}

const UUID_DIGITS = 32
const UUID_GROUPS = /^(.{8})(.{4})(.{4})(.{4})(.{12})$/

/** A UUID, at least the first eight digits of one, or the short form of the POS: 22 characters of base64url. */
function readIdentifier(text: string): UuidRange | null {
  const digits = toUuidDigits(text)
  if (digits === null) {
    return null
  }
  const fill = (digit: string) => digits.padEnd(UUID_DIGITS, digit).replace(UUID_GROUPS, "$1-$2-$3-$4-$5")
  return { from: fill("0"), to: fill("f") }
}

function toUuidDigits(text: string): string | null {
  const digits = text.replaceAll("-", "").toLowerCase()
  if (/^[0-9a-f]{8}[0-9a-f-]*$/i.test(text) && digits.length <= UUID_DIGITS) {
    return digits
  }
  if (!/^[\w-]{22}$/.test(text)) {
    return null
  }
  const bytes = Buffer.from(text, "base64url")
  return bytes.toString("base64url") === text ? bytes.toString("hex") : null
}

/** Letters of a currency that people write with an amount, beside its code and its symbol. */
const CURRENCY_WORDS = ["kr", "kr.", "zł", "fr", "fr."]

/** Amounts in minor units. Without a sign a text means a sale or a refund, with one a refund. */
function readAmounts(text: string, currencyCode: string): number[] {
  const amount = /^([^\d+−-]*?) ?([+−-]?) ?(\d[\d .,'’]*?)(?:[,.:]?[–−-])? ?(\D*)$/u.exec(text)
  const [, before = "", sign = "", decimal = "", after = ""] = amount ?? []
  if (!amount || !isCurrency(before, currencyCode) || !isCurrency(after, currencyCode)) {
    return []
  }
  const minor = [...new Set(readDecimal(decimal.trim(), currencyDigits(currencyCode)))]
  return minor.flatMap((value) => (sign === "-" || sign === "−" ? [0 - value] : value === 0 ? [0] : [value, 0 - value]))
}

function isCurrency(text: string, currencyCode: string): boolean {
  const word = text.trim().toLowerCase()
  return word === "" || word === currencyCode.toLowerCase() || CURRENCY_WORDS.includes(word) || /^[\p{Sc}]$/u.test(word)
}

/** Reads a number in any grouping: "1 249,50", "1.249,50", "1,249.50", "1'249". "1.249" is read as both where it can be. */
function readDecimal(decimal: string, digits: number): number[] {
  const separators = decimal.replace(/\d/g, "")
  const last = separators.at(-1) ?? ""
  const at = decimal.lastIndexOf(last)
  const isDecimal = /[.,]/.test(last) && separators.indexOf(last) === separators.length - 1
  const parted = isDecimal ? toMinor(decimal.slice(0, at), decimal.slice(at + 1), digits) : null
  const whole = toMinor(decimal, "", digits)
  return [parted, whole].filter((amount) => amount !== null)
}

/** @param grouped digits in groups of three with one kind of separator, or without; null for other numbers */
function toMinor(grouped: string, fraction: string, digits: number): number | null {
  const [separator = ""] = grouped.replace(/\d/g, "")
  const isGrouped = separator === "" || /^[1-9]\d{0,2}([ .,'’])\d{3}(?:\1\d{3})*$/.test(grouped)
  const text = grouped.replace(/\D/g, "")
  if (!isGrouped || text === "" || !/^\d*$/.test(fraction)) {
    return null
  }
  const minor = new BigNumber(`${text}.${fraction || "0"}`).shiftedBy(digits)
  return minor.isInteger() && minor.isLessThanOrEqualTo(Number.MAX_SAFE_INTEGER) ? minor.toNumber() : null
}

const FEWEST_LETTERS = 2

/** Whether a text is long enough to look for it: two characters with a letter, or one of a script without spaces. */
const hasWord = (text: string): boolean =>
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text) ||
  (/\p{L}/u.test(text) && [...text].length >= FEWEST_LETTERS)

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
