import fc from "fast-check"
import { fitDescriptions, fitText, toPlainText } from "../product-texts"
import { validateProduct } from "../product-validation"

const uuid = (number: number) => `00000000-0000-11ee-8000-${String(number).padStart(12, "0")}`

const product = {
  uuid: uuid(1),
  name: "Tröja 東京",
  vatPercentage: "25.5",
  variants: [{ uuid: uuid(2), name: "M", sku: "T-M", price: { amount: 49_900, currencyId: "SEK" } }],
}

/** As an editor writes it: 2,009 characters of text. */
const HTML = `<p>${"Stickad i Borås av ull från Gotland. ".repeat(60).slice(0, 1_992)}</p><p>Tvättas &amp; torkas</p>`

describe("a text that is too long", () => {
  it("ends at a word, with an ellipsis", () => {
    expect(fitText("Stickad i Borås", 15)).toBe("Stickad i Borås")
    expect(fitText("Stickad i Borås av ull", 15)).toBe("Stickad i…")
    expect(fitText("Stickad i Borås av ull", 16)).toBe("Stickad i Borås…")
    expect(fitText("東京都は日本の首都です", 6)).toMatch(/^東京都.*…$/)
  })

  it("ends between two characters where one word is all of it", () => {
    expect(fitText("å".repeat(30), 10)).toBe(`${"å".repeat(9)}…`)
    expect(fitText("👩‍👩‍👧".repeat(4), 18)).toBe("👩‍👩‍👧👩‍👩‍👧…")
    expect(fitText("👩‍👩‍👧".repeat(4), 5)).toBe("…")
  })

  it("is never longer than the limit, begins as the whole does, and splits no surrogate pair", () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom("å", "東京", "🧶", " ", "\n", "ull", "👩‍👩‍👧", ".", "9,5"), { maxLength: 80 }),
        fc.integer({ min: 1, max: 60 }),
        (parts, limit) => {
          const whole = parts.join("")
          const fitted = fitText(whole, limit)
          expect(fitted.length).toBeLessThanOrEqual(Math.max(limit, 1))
          expect(fitted).not.toMatch(/\p{Surrogate}/u)
          expect(whole.startsWith(fitted.replace(/…$/, ""))).toBe(true)
          expect(fitText(fitted, limit)).toBe(fitted)
        }
      )
    )
  })

  it("is cut in descriptions of the product and of its variants, with a note", () => {
    const description = toPlainText(HTML)
    expect(description).toHaveLength(2_009)
    const [variant] = product.variants
    const whole = { ...product, description, variants: [{ ...variant, uuid: uuid(2), description }] }
    const { content, notes } = fitDescriptions(whole)
    expect(content.description).toMatch(/^Stickad i Borås av ull från Gotland\..*[a-zåäö.]…$/s)
    expect(content.description?.length).toBeLessThanOrEqual(1_024)
    expect(content.variants?.[0]?.description).toBe(content.description)
    expect(notes).toEqual([expect.stringContaining("2009 characters")])
    expect(validateProduct(content, "sek")).toEqual([])
    expect(validateProduct(whole, "sek").map(({ field }) => field)).toEqual(["description", "variants.description"])
  })

  it("leaves what fits as it is", () => {
    expect(fitDescriptions({ ...product, description: "å".repeat(1_024) })).toEqual({
      content: { ...product, description: "å".repeat(1_024) },
      notes: [],
    })
  })

  const [variant] = product.variants
  const ofVariant = (change: object) => ({ variants: [{ ...variant, uuid: uuid(2), ...change }] })
  const options = (values: string[], name = "Storlek") => ({
    variantOptionDefinitions: { definitions: [{ name, properties: values.map((value) => ({ value })) }] },
    ...ofVariant({ options: [{ name, value: values[0] }] }),
  })

  it.each<[string, object, object, string]>([
    ["name", { name: "å".repeat(256) }, { name: "å".repeat(257) }, "name"],
    ["name that is none", { name: "å" }, { name: " " }, "name"],
    [
      ...(["external reference", { externalReference: "t".repeat(128) }] as const),
      ...([{ externalReference: "t".repeat(129) }, "externalReference"] as const),
    ],
    ["unit", { unitName: "s".repeat(32) }, { unitName: "s".repeat(33) }, "unitName"],
    [
      ...(["category", { category: { uuid: uuid(3), name: "K".repeat(100) } }] as const),
      ...([{ category: { uuid: uuid(3), name: "K".repeat(101) } }, "category"] as const),
    ],
    ["VAT", { vatPercentage: "100" }, { vatPercentage: "100.1" }, "vatPercentage"],
    ["variant's name", ofVariant({ name: "M".repeat(256) }), ofVariant({ name: "M".repeat(257) }), "variants.name"],
    ["SKU", ofVariant({ sku: "S".repeat(64) }), ofVariant({ sku: "S".repeat(65) }), "variants.sku"],
    ["barcode", ofVariant({ barcode: "7".repeat(128) }), ofVariant({ barcode: "7".repeat(129) }), "variants.barcode"],
    ["option's value", options(["å".repeat(256)]), options(["å".repeat(257)]), "options"],
    ["option's name", options(["M"], "å".repeat(30)), options(["M"], "å".repeat(31)), "options"],
    [
      ...(["count of values", options(Array.from({ length: 99 }, (_, index) => `${index}`))] as const),
      ...([options(Array.from({ length: 100 }, (_, index) => `${index}`)), "options"] as const),
    ],
  ])("is refused elsewhere, and the field is named: %s", (_name, taken, refused, field) => {
    expect(validateProduct({ ...product, ...taken }, "sek")).toEqual([])
    expect(validateProduct({ ...product, ...refused }, "sek").map((violation) => violation.field)).toEqual([field])
  })
})
