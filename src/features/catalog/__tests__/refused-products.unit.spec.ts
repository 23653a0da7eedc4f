import type { PosVariant, ProductContent } from "../../../pos-api/contract"
import { validateProduct } from "../product-validation"

const uuid = (number: number) => `00000000-0000-11ee-8000-${String(number).padStart(12, "0")}`

const price = { amount: 49_900, currencyId: "SEK" }

const variant = (number: number, fields: Partial<PosVariant> = {}): PosVariant => ({
  uuid: uuid(number),
  name: `Nr ${number}`,
  price,
  ...fields,
})

const product = (fields: Partial<ProductContent> = {}): ProductContent => ({
  uuid: uuid(1),
  name: "Tröja 東京",
  vatPercentage: "25.5",
  variants: [variant(2)],
  ...fields,
})

/** One option with its values, and a variant for each of them. */
const sized = (sizes: string[], change: Partial<ProductContent> = {}) =>
  product({
    variantOptionDefinitions: {
      definitions: [{ name: "Storlek", properties: [...new Set(sizes)].map((value) => ({ value })) }],
    },
    variants: sizes.map((value, index) => variant(index + 2, { options: [{ name: "Storlek", value }] })),
    ...change,
  })

const define = (...names: string[]) => ({
  variantOptionDefinitions: { definitions: names.map((name) => ({ name, properties: [{ value: "M" }] })) },
})

const chosen = (...names: string[]) => ({ options: names.map((name) => ({ name, value: "M" })) })

describe("what the POS would refuse is named for a person, with field, rule and value", () => {
  it.each<[string, ProductContent]>([
    ["a product", product()],
    ["two variants that differ in their names only", product({ variants: [variant(2), variant(3)] })],
    ["one without any option or tax", product({ vatPercentage: null, variantOptionDefinitions: null })],
    ["every combination once", sized(["M", "L", "XL"])],
    ["three options", product({ ...define("A", "B", "C"), variants: [variant(2, chosen("A", "B", "C"))] })],
    ["a price of nothing", product({ variants: [variant(2, { price: { ...price, amount: 0 } })] })],
    ["one rate in two ways", product({ vatPercentage: "25", variants: [variant(2, { vatPercentage: "25.0" })] })],
    ["rates with decimals", product({ vatPercentage: "7.75" })],
    ["rates from 0", product({ vatPercentage: "0" })],
    ["rates to 100", product({ vatPercentage: "100.00" })],
    ["a variant without a name", product({ variants: [variant(2, { name: null })] })],
  ])("which is nothing of %s", (_what, content) => {
    expect(validateProduct(content, "sek")).toEqual([])
  })

  it.each<[string, ProductContent, string, string]>([
    [
      "a name that is too long",
      product({ name: "å".repeat(257) }),
      ...(["name", "Product: the name has 257 characters, at most 256 are taken"] as const),
    ],
    ["no name", product({ name: null }), "name", "Product: the name is empty"],
    [
      "a unit that is too long",
      product({ unitName: "s".repeat(33) }),
      ...(["unitName", "Product: the unit has 33 characters, at most 32 are taken"] as const),
    ],
    [
      "a SKU that is too long",
      product({ variants: [variant(2, { sku: "S".repeat(65) })] }),
      ...(["variants.sku", "Variant ‘Nr 2’: the SKU has 65 characters, at most 64 are taken"] as const),
    ],
    [
      "a category whose name is too long",
      product({ category: { uuid: uuid(9), name: "K".repeat(101) } }),
      ...(["category", "Product: the category’s name has 101 characters, at most 100 are taken"] as const),
    ],
    [
      "100 variants",
      product({ variants: Array.from({ length: 100 }, (_, index) => variant(index + 2)) }),
      ...(["variants", "The product has 100 variants, at most 99 are taken"] as const),
    ],
    ["no variants", product({ variants: null }), "variants", "The product has no variant"],
    [
      "a UUID twice",
      product({ variants: [variant(2), variant(3, { uuid: uuid(2) })] }),
      ...(["variants.uuid", `Variant ‘Nr 3’: its UUID ${uuid(2)} is another variant's`] as const),
    ],
    [
      "no price",
      product({ variants: [variant(2, { price: null })] }),
      "variants.price",
      "Variant ‘Nr 2’: price is missing in SEK",
    ],
    [
      "a price below 0 of a variant that has only a SKU",
      product({ variants: [variant(2, { name: null, sku: "T-M", price: { ...price, amount: -1 } })] }),
      ...(["variants.price", "Variant ‘T-M’: price -1 is below 0"] as const),
    ],
    [
      "a price in another currency of a variant that has only its UUID",
      product({ variants: [variant(2, { name: "", price: { ...price, currencyId: "EUR" } })] }),
      ...(["variants.price", `Variant ‘${uuid(2)}’: price is in EUR, not in SEK`] as const),
    ],
    [
      "two rates",
      product({ vatPercentage: "25", variants: [variant(2, { vatPercentage: "12" }), variant(3)] }),
      ...(["vatPercentage", "Product: its variants must share one VAT percentage, but have 25, 12"] as const),
    ],
    ...["-1", "101", "25 %", "2.", "100.5", "1234", "1100", "x25", "25,5"].map(
      (rate) =>
        [
          `a rate of ${rate}`,
          product({ vatPercentage: rate }),
          ...(["vatPercentage", `Product: VAT ‘${rate}’ is not a percentage from 0 to 100`] as const),
        ] as [string, ProductContent, string, string]
    ),
    [
      "four options",
      product({ ...define("A", "B", "C", "D"), variants: [variant(2, chosen("A", "B", "C", "D"))] }),
      ...(["options", "The product has 4 options, at most 3 are taken"] as const),
    ],
    [
      "an option twice",
      product({ ...define("A", "A"), variants: [variant(2, chosen("A"))] }),
      ...(["options", "Option ‘A’ is defined more than once"] as const),
    ],
    [
      "a value twice",
      sized(["M"], {
        variantOptionDefinitions: {
          definitions: [
            { name: "Storlek", properties: [{ value: "M" }, { value: "L" }, { value: "L" }, { value: "L" }] },
          ],
        },
      }),
      ...(["options", "Option ‘Storlek’: ‘L’ occurs more than once"] as const),
    ],
    [
      "an empty value",
      sized(["M"], {
        variantOptionDefinitions: {
          definitions: [{ name: "Storlek", properties: [{ value: "M" }, { value: " " }] }],
        },
      }),
      ...(["options", "Option ‘Storlek’: ‘ ’ must have 1 to 256 characters"] as const),
    ],
    [
      "an option without values",
      product({
        variantOptionDefinitions: { definitions: [{ name: "Storlek", properties: [] }] },
        variants: [],
      }),
      ...(["options", "Option ‘Storlek’ has no values"] as const),
    ],
    [
      "100 values",
      sized(["0"], {
        variantOptionDefinitions: {
          definitions: [
            { name: "Storlek", properties: Array.from({ length: 100 }, (_, index) => ({ value: String(index) })) },
          ],
        },
      }),
      ...(["options", "Option ‘Storlek’ has 100 values, at most 99 are taken"] as const),
    ],
    [
      "a variant that names no value",
      sized(["M", "L"], { variants: [variant(2, { options: [{ name: "Storlek", value: "M" }] }), variant(3)] }),
      ...(["options", "Variant ‘Nr 3’: no value for option ‘Storlek’"] as const),
    ],
    [
      "a value that is not defined",
      sized(["M"], { variants: [variant(2, { options: [{ name: "Storlek", value: "XL" }] })] }),
      ...(["options", "Variant ‘Nr 2’: ‘XL’ is not a value of option ‘Storlek’"] as const),
    ],
    [
      "an option that is not defined",
      product({ variants: [variant(2, { options: [{ name: "Färg", value: "Röd" }] })] }),
      ...(["options", "Variant ‘Nr 2’: ‘Röd’ is not a value of option ‘Färg’"] as const),
    ],
    [
      "a combination twice",
      sized(["M", "L", "M"]),
      ...(["options", "Variant ‘Nr 4’: the combination M occurs more than once"] as const),
    ],
  ])("which is one thing of %s", (_what, content, field, message) => {
    const found = validateProduct(content, "sek")
    expect(found.filter((violation) => violation.field === field)).toEqual([{ field, message }])
  })

  it("reports everything that is wrong at once", () => {
    const bad = variant(2, {
      name: "M".repeat(257),
      barcode: "7".repeat(129),
      price: { amount: -5, currencyId: "EUR" },
    })
    expect(validateProduct(product({ name: " ", variants: [bad] }), "sek").map(({ field }) => field)).toEqual([
      "name",
      "variants.name",
      "variants.barcode",
      "variants.price",
      "variants.price",
    ])
  })

  it("distinguishes two options from a combination", () => {
    const [a, b] = ["A", "B"].map((name) => ({ name, properties: [{ value: "M" }, { value: "L" }] }))
    const definitions = [a, b].flatMap((item) => item ?? [])
    const of = (number: number, item: string, other: string) =>
      variant(number, {
        options: [
          { name: "A", value: item },
          { name: "B", value: other },
        ],
      })
    const messages = (...variants: PosVariant[]) =>
      validateProduct(product({ variantOptionDefinitions: { definitions }, variants }), "sek").map(
        ({ message }) => message
      )
    expect(messages(of(2, "M", "L"), of(3, "L", "M"), of(4, "M", "M"))).toEqual([])
    expect(messages(of(2, "M", "L"), of(3, "M", "L"))).toEqual([
      "Variant ‘Nr 3’: the combination M / L occurs more than once",
    ])
    // Without a value it is no combination, and that it lacks one is said already.
    const half = { options: [{ name: "A", value: "M" }] }
    expect(messages(variant(2, half), variant(3, half))).toEqual([
      "Variant ‘Nr 2’: no value for option ‘B’",
      "Variant ‘Nr 3’: no value for option ‘B’",
    ])
  })
})
