import { BigNumber } from "bignumber.js"
import { fill, type Language } from "../../contract/languages"
import type { IssueKind } from "../../contract/monitoring"
import { getLocale } from "../../contract/receipts"
import { currencyDigits, toMajorUnits } from "../../money/money"
import type { ConnectionDay, SoldInCurrency } from "./store"
import da from "./words/da.json"
import de from "./words/de.json"
import en from "./words/en.json"
import es from "./words/es.json"
import fi from "./words/fi.json"
import fr from "./words/fr.json"
import it from "./words/it.json"
import nb from "./words/nb.json"
import nl from "./words/nl.json"
import pt from "./words/pt.json"
import sv from "./words/sv.json"

type Words = Readonly<Record<string, string>>

/** Texts by language. A language without texts of its own has the English ones. */
const WORDS: Partial<Record<Language, Words>> & { en: Words } = { da, de, en, es, fi, fr, it, nb, nl, pt, sv }

type Variables = Readonly<Record<string, string | number>>

/** Returns the text of a key in a language, else in English, with its `{{variables}}`. */
export function getText(language: Language, key: string, variables: Variables = {}): string {
  const text = WORDS[language]?.[key] ?? WORDS.en[key] ?? key
  return fill(text, variables)
}

/** As {@link getText}, in the plural form of a count. */
export function getCountedText(language: Language, key: string, count: number, variables: Variables): string {
  const form = new Intl.PluralRules(language).select(count)
  const translatedKey = [`${key}_${form}`, `${key}_other`].find((name) => Object.hasOwn(WORDS[language] ?? {}, name))
  return translatedKey === undefined && language !== "en"
    ? getCountedText("en", key, count, variables)
    : getText(language, translatedKey ?? key, { ...variables, count })
}

/** What a digest is composed of; amounts in minor units. Days are ISO dates. */
export type DigestFacts = {
  /** connections with their last complete day, in their own time zones */
  stores: { name: string; currencyCode: string; day: string; facts: ConnectionDay }[]
  /** web sales by currency, less refunds; null: they cannot be read, because Medusa's tables are not known */
  online: { currencyCode: string; day: string; amount: number; orders: number }[] | null
  issues: { kind: IssueKind; name: string | null; count: number; since: Date | null }[]
}

/** How a digest is written. */
export type DigestStyle = { language: Language; country: string | null; timeZone: string; day: string }

/** A written digest: subject, and the same lines as plain text and as HTML. */
export type WrittenDigest = {
  subject: string
  sections: { title: string; lines: string[] }[]
  text: string
  html: string
}

/** Writes a digest in a language. */
export function composeDigest(facts: DigestFacts, style: DigestStyle): WrittenDigest {
  const { language } = style
  const subject = getText(language, "subject", { day: style.day })
  const sections = [
    { title: getText(language, "sales"), lines: describeSales(facts, style) },
    { title: getText(language, "openIssues"), lines: describeIssues(facts, style) },
    { title: getText(language, "repaired"), lines: describeRepairs(facts, language) },
    { title: getText(language, "payouts"), lines: describePayouts(facts, style) },
  ].map(({ title, lines }) => ({ title, lines: lines.length === 0 ? [getText(language, "nothing")] : lines }))
  const footer = getText(language, "footer")
  const paragraphs = sections.map(({ title, lines }) => [title, ...lines.map((line) => `- ${line}`)].join("\n"))
  return {
    subject,
    sections,
    text: [subject, ...paragraphs, footer].join("\n\n"),
    html: toHtml(subject, sections, footer),
  }
}

/** Registers one by one, web sales by currency, and what both add up to where a currency has several lines. */
function describeSales({ stores, online }: DigestFacts, style: DigestStyle): string[] {
  const { language } = style
  const sold = stores.flatMap(({ name, day, currencyCode, facts }) =>
    withOwnCurrency(facts.sold, currencyCode).map((sum) => ({ name, day, ...sum, currencyCode: sum.currency_code }))
  )
  const registers = sold.map(({ name, day, currencyCode, sales, amount, refunds, refund_amount }) => {
    const line = getCountedText(language, "register", sales, {
      name,
      day,
      amount: formatMoney(amount, currencyCode, style),
    })
    return refunds === 0
      ? line
      : `${line}; ${getCountedText(language, "refunds", refunds, { amount: formatMoney(refund_amount, currencyCode, style) })}`
  })
  const web = (online ?? []).map(({ currencyCode, day, amount, orders }) =>
    getCountedText(language, "online", orders, { day, amount: formatMoney(amount, currencyCode, style) })
  )
  const amounts = [...sold, ...(online ?? [])]
  const totals = [...new Set(amounts.map(({ currencyCode }) => currencyCode))].flatMap((currencyCode) => {
    const parts = amounts.filter((part) => part.currencyCode === currencyCode).map(({ amount }) => amount)
    const total = BigNumber.sum(0, ...parts).toNumber()
    return parts.length < 2 ? [] : [getText(language, "total", { amount: formatMoney(total, currencyCode, style) })]
  })
  const unknown = online === null ? [getText(language, "onlineUnknown")] : []
  return [...registers, ...web, ...unknown, ...totals]
}

/** Returns a connection's sales by currency, its own first and even without sales. */
function withOwnCurrency(sold: SoldInCurrency[], currencyCode: string): SoldInCurrency[] {
  const nothing = { currency_code: currencyCode, sales: 0, amount: 0, refunds: 0, refund_amount: 0 }
  const isOwn = ({ currency_code }: SoldInCurrency) => currency_code === currencyCode
  return [sold.find(isOwn) ?? nothing, ...sold.filter((sum) => !isOwn(sum))]
}

function describeIssues({ issues }: DigestFacts, style: DigestStyle): string[] {
  const { language, country, timeZone } = style
  const format = new Intl.DateTimeFormat(getLocale(language, country), {
    dateStyle: "short",
    timeStyle: "short",
    timeZone,
  })
  return issues.map(({ kind, name, count, since }) => {
    const what = getCountedText(language, `issues.${kind}`, count, {})
    const when = since === null ? "" : ` (${getText(language, "since", { at: format.format(since) })})`
    return `${name === null ? "" : `${name}: `}${what}${when}`
  })
}

const REPAIRS = [
  ["stock_resolved", "stockRepaired"],
  ["money_resolved", "moneyRepaired"],
  ["fields_restored", "fieldsRepaired"],
] as const

const describeRepairs = ({ stores }: DigestFacts, language: Language): string[] =>
  stores.flatMap(({ name, facts }) =>
    REPAIRS.flatMap(([column, key]) =>
      facts[column] === 0 ? [] : [`${name}: ${getCountedText(language, key, facts[column], {})}`]
    )
  )

function describePayouts({ stores }: DigestFacts, style: DigestStyle): string[] {
  const { language } = style
  return stores.flatMap(({ name, currencyCode, facts }) => {
    const amount = formatMoney(facts.payout_amount, currencyCode, style)
    const counted = (key: string, count: number) =>
      count === 0 ? [] : [`${name}: ${getCountedText(language, key, count, { amount })}`]
    return [
      ...counted("paid", facts.payouts),
      ...counted("payoutsDiffer", facts.payouts_differing),
      ...counted("payoutsFailed", facts.payouts_failed),
    ]
  })
}

const isDecimal = (text: string): text is `${number}` => text.trim() !== "" && Number.isFinite(Number(text))

/** Formats minor units with their currency; the decimal text is formatted as it is, without a float. */
function formatMoney(minor: number, currencyCode: string, { language, country }: DigestStyle): string {
  const digits = currencyDigits(currencyCode)
  const format = new Intl.NumberFormat(getLocale(language, country), {
    style: "currency",
    currency: currencyCode.toUpperCase(),
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  })
  const text = toMajorUnits(minor, currencyCode)
  return isDecimal(text) ? format.format(text) : text
}

const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => `&#${character.codePointAt(0) ?? 0};`)

function toHtml(subject: string, sections: WrittenDigest["sections"], footer: string): string {
  const parts = sections.map(
    ({ title, lines }) =>
      `<h2>${escapeHtml(title)}</h2><ul>${lines.map((line) => `<li>${escapeHtml(line)}</li>`).join("")}</ul>`
  )
  return `<h1>${escapeHtml(subject)}</h1>${parts.join("")}<p>${escapeHtml(footer)}</p>`
}
