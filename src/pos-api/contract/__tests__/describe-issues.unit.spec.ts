import { z } from "zod"
import { describeIssues } from "../errors"
import { purchaseSchema } from "../purchase"

const schema = z.strictObject({
  amount: z.number(),
  name: z.string().min(2).max(5),
  rows: z.array(z.object({ quantity: z.union([z.number(), z.boolean()]) })),
  kind: z.enum(["sale", "refund"]),
  code: z.string().regex(/^\d+$/, "must be digits"),
  store: z.url().optional(),
  sold: z.iso.datetime().optional(),
  pieces: z.number().min(1).max(99).optional(),
  register: z
    .string()
    .refine((name) => name !== "x", "there is no such register")
    .refine((name) => name !== "y", "name it as you must do")
    .optional(),
})

const right = { amount: 1, name: "Åsa", rows: [], kind: "sale", code: "12" }

describe("What is wrong with a value is asked to a person", () => {
  it.each<[string, unknown]>([
    ["the data is a text where a group of fields belongs", "much"],
    ["the data is empty where a group of fields belongs", null],
    ["amount is missing", { ...right, amount: undefined }],
    ["amount is a text where a number belongs", { ...right, amount: "299" }],
    ["amount is empty where a number belongs", { ...right, amount: null }],
    ["name is less than 2 characters", { ...right, name: "Å" }],
    ["name is more than 5 characters", { ...right, name: "東京タワー前" }],
    ["rows is a group of fields where a list belongs", { ...right, rows: {} }],
    ["rows.0.quantity is a text that cannot be read", { ...right, rows: [{ quantity: "x" }] }],
    ["kind is none of sale, refund", { ...right, kind: "swap" }],
    ["code must be digits", { ...right, code: "a" }],
    ["store is a text where an address belongs", { ...right, store: "butiken" }],
    ["sold is a text where a time belongs", { ...right, sold: "i går" }],
    ["sold is an empty text where a time belongs", { ...right, sold: "" }],
    ["pieces is less than 1", { ...right, pieces: 0 }],
    ["pieces is more than 99", { ...right, pieces: 100 }],
    ["pieces is yes or no where a number belongs", { ...right, pieces: true }],
    ["register: there is no such register", { ...right, register: "x" }],
    ["amount is a list where a number belongs; name is missing", { ...right, amount: [], name: undefined }],
    ["the data has what is not known: price, tax", { ...right, price: 1, tax: 2 }],
    ["register: name it as you must do", { ...right, register: "y" }],
    ["rows.0.quantity is a group of fields that cannot be read", { ...right, rows: [{ quantity: {} }] }],
    ["rows.1.quantity is missing", { ...right, rows: [{ quantity: 1 }, {}] }],
    ["the data has what is not known: price", { ...right, price: 1 }],
  ])("%s", (reported, value) => {
    const { error } = schema.safeParse(value)
    expect(error && describeIssues(error, value)).toBe(reported)
  })

  it("names every field that a purchase lacks, and none of its values", () => {
    const value = { amount: "secret", currency: "sek" }
    const { error } = purchaseSchema.safeParse(value)
    const reported = error ? describeIssues(error, value) : ""
    expect(reported).toContain("purchaseUUID1 is missing")
    expect(reported).toContain("currency must be a three-letter ISO 4217 code")
    expect(reported).not.toMatch(/secret|Invalid|undefined|expected/)
  })
})
