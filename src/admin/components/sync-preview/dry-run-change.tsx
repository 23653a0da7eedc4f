import { z } from "zod"
import { useTexts } from "../../hooks/common/use-texts"
import type { DryRunEntry } from "../../lib/answers/product"
import { formatMoney } from "../../lib/format/amounts"
import { Details } from "../common/section"

/** Words of the reader's language. */
export type ValueWords = {
  language: string
  nothing: string
  yes: string
  no: string
  images: (count: number) => string
}

type Writer = (value: unknown, words: ValueWords) => string | null

/** Writes values of one shape; others it leaves alone. */
function writerOf<Value>(schema: z.ZodType<Value>, write: (value: Value, words: ValueWords) => string): Writer {
  return (value, words) => {
    const parsed = schema.safeParse(value)
    return parsed.success ? write(parsed.data, words) || words.nothing : null
  }
}

const priceSchema = z.object({ amount: z.number().int(), currencyId: z.string() })
const definitionSchema = z.object({ name: z.string(), properties: z.array(z.object({ value: z.string() })) })

const money = ({ amount, currencyId }: z.infer<typeof priceSchema>, { language }: ValueWords) =>
  formatMoney(amount, currencyId, language)

/** By the POS's member. */
const WRITERS = new Map<string, Writer>([
  ["price", writerOf(priceSchema, money)],
  ["costPrice", writerOf(priceSchema, money)],
  ["category", writerOf(z.object({ name: z.string() }), ({ name }) => name)],
  ["presentation", writerOf(z.object({ imageUrl: z.string().nullish() }), ({ imageUrl }) => imageUrl ?? "")],
  ["imageLookupKeys", writerOf(z.array(z.string()), ({ length }, words) => words.images(length))],
  [
    "options",
    writerOf(z.array(z.object({ name: z.string(), value: z.string() })), (options) =>
      options.map(({ name, value }) => `${name}: ${value}`).join(", ")
    ),
  ],
  [
    "variantOptionDefinitions",
    writerOf(z.object({ definitions: z.array(definitionSchema) }), ({ definitions }) =>
      definitions
        .map(({ name, properties }) => `${name}: ${properties.map(({ value }) => value).join(", ")}`)
        .join("; ")
    ),
  ],
])

/** A whole variant: its price says most. */
const writeVariant = writerOf(z.object({ price: priceSchema }), ({ price }, words) => money(price, words))

/**
 * What a product at the POS has in a member, as a person reads it; null: it is of no known shape.
 * @param member null: the value is a whole variant
 */
export function writePosValue(member: string | null, value: unknown, words: ValueWords): string | null {
  if (value === null || value === undefined || value === "") {
    return words.nothing
  }
  if (typeof value === "boolean") {
    return value ? words.yes : words.no
  }
  const write = member === null ? writeVariant : WRITERS.get(member)
  return write?.(value, words) ?? (typeof value === "string" ? value : null)
}

/** The POS's members, by the field as a person knows it: the texts' `fields.…`. */
const FIELDS = new Map([
  ["name", "name"],
  ["description", "description"],
  ["category", "category"],
  ["unitName", "unitName"],
  ["vatPercentage", "tax"],
  ["createWithDefaultTax", "defaultTax"],
  ["price", "price"],
  ["costPrice", "costPrice"],
  ["barcode", "barcode"],
  ["sku", "sku"],
  ["imageLookupKeys", "images"],
  ["presentation", "image"],
  ["variantOptionDefinitions", "options"],
  ["options", "options"],
  ["externalReference", "reference"],
])

/** A changed field. `text`: a key among the texts' fields; null: the POS's own word, `member`, is all there is. */
export type ChangedField = { variant: string | null; text: string | null; member: string | null }

const ofProduct = (member: string): ChangedField => ({ variant: null, text: FIELDS.get(member) ?? null, member })

/**
 * Reads what a dry run names: a member of the product, `variants.M / Röd.price` of a variant, or `variants.M / Röd` for a
 * whole one that comes or goes.
 */
export function readChangedField(field: string): ChangedField {
  const [, named] = /^variants\.(.+)$/s.exec(field) ?? []
  if (named === undefined) {
    return ofProduct(field)
  }
  const dot = named.lastIndexOf(".")
  const member = named.slice(dot + 1)
  const text = FIELDS.get(member)
  return dot === -1 || text === undefined
    ? { variant: named, text: null, member: null }
    : { variant: named.slice(0, dot), text, member }
}

/** One field that a sync would change, from what to what. */
export const DryRunChange = ({ change }: { change: DryRunEntry["changes"][number] }) => {
  const { t, language } = useTexts()
  const { variant, text, member } = readChangedField(change.field)
  const words = {
    language: language,
    nothing: t("dryRun.none"),
    yes: t("yes"),
    no: t("no"),
    images: (count: number) => t("dryRun.images", { count }),
  }
  const name = text === null ? member && t("dryRun.otherField") : t(`fields.${text}`)
  const before = writePosValue(member, change.before, words)
  const after = writePosValue(member, change.after, words)
  const isWritten = text !== null || member === null
  return (
    <div className="contents">
      <dt className="text-ui-fg-subtle break-words">{[variant, name].filter(Boolean).join(" · ")}</dt>
      <dd className="min-w-0 break-words">
        <del className="text-ui-fg-subtle" aria-label={t("dryRun.before")}>
          {before ?? t("dryRun.otherValue")}
        </del>{" "}
        <ins className="no-underline" aria-label={t("dryRun.after")}>
          {after ?? t("dryRun.otherValue")}
        </ins>
        {(before === null || after === null || !isWritten) && (
          <Details>{`${change.field}: ${JSON.stringify(change.before)} → ${JSON.stringify(change.after)}`}</Details>
        )}
      </dd>
    </div>
  )
}
