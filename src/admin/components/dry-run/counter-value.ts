import { z } from "zod"
import { formatMoney } from "../../lib/format/money"

/** Words of the reader's language. */
export type ValueWords = {
  language: string
  nothing: string
  yes: string
  no: string
  pictures: (count: number) => string
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

/** By the service's member. */
const WRITERS = new Map<string, Writer>([
  ["price", writerOf(priceSchema, money)],
  ["costPrice", writerOf(priceSchema, money)],
  ["category", writerOf(z.object({ name: z.string() }), ({ name }) => name)],
  ["presentation", writerOf(z.object({ imageUrl: z.string().nullish() }), ({ imageUrl }) => imageUrl ?? "")],
  ["imageLookupKeys", writerOf(z.array(z.string()), ({ length }, words) => words.pictures(length))],
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
 * What a product at the counter has in a member, as a person reads it; null: it is of no known shape.
 * @param member null: the value is a whole variant
 */
export function writeCounterValue(member: string | null, value: unknown, words: ValueWords): string | null {
  if (value === null || value === undefined || value === "") {
    return words.nothing
  }
  if (typeof value === "boolean") {
    return value ? words.yes : words.no
  }
  const write = member === null ? writeVariant : WRITERS.get(member)
  return write?.(value, words) ?? (typeof value === "string" ? value : null)
}
