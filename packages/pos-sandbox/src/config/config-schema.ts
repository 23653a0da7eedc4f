import { z } from "zod"
import { EVENT_NAMES, MAX_CONTACT_EMAIL_LENGTH, minorUnitsSchema } from "../../../../src/pos-api/contract"
import { budgetsSchema, faultSchema, MAX_FAULTS } from "../faults/fault"
import { PAYMENT_METHODS } from "../purchases/payment-methods"
import { organizationSchema } from "../seed/open-organization"
import { type SeedInput, seedSchema } from "../seed/seed-organization"
import { type DialectChoice, dialectChoiceSchema } from "../state/dialect"
import { settingsPatchSchema } from "../state/organization"
import type { Certificate } from "../https/certificate"

const decimalSchema = z.union([z.number(), z.string().regex(/^-?\d{1,9}(\.\d{1,6})?$/, "must be a decimal")])

const price = minorUnitsSchema
  .min(0)
  .describe("in minor units of the currency: 4990 is 49.90 SEK, 500 is 500 JPY")
  .optional()
const sku = z.string().max(64).optional()
const barcode = z.string().max(128).optional()
const stock = decimalSchema.describe("tracked, with so much in the store").optional()

const variantSchema = z.strictObject({ name: z.string().max(256).optional(), price, sku, barcode, stock })

/** A product as a person writes it down. What it leaves out is as in a library where nobody filled it in. */
export const goodsSchema = z.strictObject({
  name: z.string().min(1).max(256),
  price,
  sku,
  barcode,
  stock,
  description: z.string().max(1_024).optional(),
  category: z.string().min(1).max(100).optional(),
  unitName: z.string().max(32).describe("sold by this unit: kg, hour").optional(),
  vatPercentage: z.number().min(0).max(100).optional(),
  variants: z
    .array(variantSchema)
    .min(1)
    .max(99)
    .describe("instead of price, sku, barcode and stock of the product itself")
    .optional(),
})

export type Goods = z.output<typeof goodsSchema>

/** As it is written. */
export type GoodsInput = z.input<typeof goodsSchema>

const { dialect: _dialect, ...settings } = settingsPatchSchema.shape

const receiptItemSchema = z.strictObject({
  sku: z.string().describe("of one of the goods").optional(),
  name: z.string().describe("of one of the goods; with an amount: the name on the receipt").optional(),
  amount: minorUnitsSchema.min(0).describe("an amount that was typed in, in minor units").optional(),
  quantity: z.union([z.number(), z.string()]).default("1"),
})

const receiptSchema = z.strictObject({
  items: z.array(receiptItemSchema).min(1).max(1_000),
  payment: z.enum(PAYMENT_METHODS).default("card"),
  cashier: z.string().max(256).optional(),
})

const subscriptionSchema = z.strictObject({
  destination: z.url().describe("public HTTPS, or with allowLoopback an address on this machine"),
  eventNames: z.array(z.enum(EVENT_NAMES)).default([]).describe("none: all events"),
  contactEmail: z.email().max(MAX_CONTACT_EMAIL_LENGTH).default("you@example.com"),
  signingKey: z
    .string()
    .min(1)
    .describe("the key that notifications are signed with; made at random without")
    .optional(),
})

const openedSchema = z.strictObject({
  ...organizationSchema.shape,
  goods: z.array(goodsSchema).default([]),
  seed: z.strictObject(seedSchema.shape).describe("made-up goods and receipts, the same for the same seed").optional(),
  receipts: z.array(receiptSchema).default([]).describe("rung up when the sandbox starts"),
  subscriptions: z.array(subscriptionSchema).default([]),
})

/** What a sandbox begins with, as `pos-sandbox.yaml` has it. */
export const configSchema = z.strictObject({
  port: z.number().int().min(0).max(65_535).describe("0 takes a free one").optional(),
  host: z.string().min(1).describe("the address to listen on; 127.0.0.1 without").optional(),
  https: z.boolean().describe("with a certificate of its own").optional(),
  data: z.string().min(1).describe("keep everything in this file, so that a restart loses nothing").optional(),
  allowLoopback: z.boolean().describe("webhook destinations may be plain HTTP on this machine").optional(),
  brand: z
    .string()
    .regex(/^[A-Za-z][A-Za-z0-9]*$/, "must be a word")
    .describe("the word in header names and payment types")
    .optional(),
  applicationIds: z
    .array(z.string().min(1))
    .describe("client ids of applications that may ask for a token with an API key")
    .optional(),
  clock: z.iso.datetime({ offset: true }).describe("begin at this moment, such as 2026-03-01T08:00:00Z").optional(),
  dialect: dialectChoiceSchema
    .describe("as specified (spec), as observed (field), with every oddity (odd), or one of them by point")
    .optional(),
  settings: z.strictObject(settings).describe("how the sandbox behaves").optional(),
  budgets: budgetsSchema.describe("rate limits by interface").optional(),
  faults: z.array(faultSchema).max(MAX_FAULTS).describe("what goes wrong from the start").optional(),
  organizations: z.array(openedSchema).max(1_000).describe("none named: one sample store; []: none at all").optional(),
})

/** A configuration file of the sandbox, as a person writes it: fields with a default may be omitted. */
export type SandboxConfig = z.input<typeof configSchema>

/** As it is worked with. */
export type SettledConfig = z.output<typeof configSchema>
export type OpenedOrganization = z.output<typeof openedSchema>
export type ConfiguredReceipt = z.output<typeof receiptSchema>
export type ConfiguredSubscription = z.output<typeof subscriptionSchema>

const memberSchema = z.looseObject({
  properties: z.record(z.string(), z.unknown()).optional(),
  items: z.unknown().optional(),
  additionalProperties: z.unknown().optional(),
})

/** JSON Schema of the configuration, for editors; generated from the schema that checks it. */
export function configJsonSchema() {
  return {
    title: "pos-sandbox.yaml",
    description: "What a sandbox of the point-of-sale service begins with",
    ...z.toJSONSchema(configSchema, { io: "input", unrepresentable: "any" }),
  }
}

/** The names that a path of a configuration may have; empty where any may. */
export function namesAt(path: readonly PropertyKey[]): string[] {
  const inner = path.reduce<unknown>((schema, part) => {
    const { properties, items, additionalProperties } = memberSchema.safeParse(schema).data ?? {}
    return typeof part === "number" ? items : (properties?.[String(part)] ?? additionalProperties)
  }, configJsonSchema())
  return Object.keys(memberSchema.safeParse(inner).data?.properties ?? {})
}

/** Options of {@link startSandbox}. They override those in `config`. */
export type SandboxOptions = {
  /** port to listen on; 0 or omitted: a free one */
  port?: number
  /** allows webhook destinations over plain HTTP on loopback */
  allowLoopback?: boolean
  /** the brand word in header names and payment types; default: SERVICE */
  brand?: string
  /** client ids of applications that may ask for a token with an API key, beside the key's own client id */
  applicationIds?: string[]
  /** replaces the random control token */
  controlToken?: string
  /** file that stores the state, so that it survives a restart */
  dataFile?: string
  /** time at which the clock starts; default: now. If the clock of `dataFile` is ahead, it is used */
  startAt?: Date
  /** creates an organization with products and receipts, unless one exists */
  seed?: Partial<SeedInput>
  /** answers as specified (`spec`, the default), as observed (`field`), with every oddity (`odd`), or a choice for each point */
  dialect?: DialectChoice
  /** address to listen on, by default loopback. The control routes answer this machine only, unless `openControl` is set */
  host?: string
  /** lets the control routes answer other machines that have the token, for example in a container with a published port */
  openControl?: boolean
  /** HTTPS, with a generated certificate or this one */
  https?: boolean | Certificate
  /** contents of `pos-sandbox.yaml`: organizations, products, receipts, subscriptions, rate limits, faults, settings */
  config?: SandboxConfig
  /** is called with method and path when a client first calls something that the sandbox does not simulate */
  onNotSimulated?: (route: string) => void
}
