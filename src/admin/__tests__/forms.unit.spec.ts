import { readChangedField, writePosValue } from "../components/sync-preview/dry-run-change"
import { MASK, maskPersonalData } from "../../contract/personal-data"
import { formatMoney, formatQuantity, sumDecimals } from "../lib/format/amounts"
import { getFields, getOverrides } from "../components/widgets/product-actions"
import { formatAgo, formatDate, formatDay, formatMonth, formatTime, lastDays } from "../lib/format/time"

/** Spaces of all kinds as one, since they differ between releases of ICU. */
const plain = (text: string) => text.replace(/\s/g, " ")

describe("Money", () => {
  it.each([
    [62_375, "sek", "sv", "623,75 kr"],
    [-62_375, "SEK", "sv", "−623,75 kr"],
    [1_234, "jpy", "en", "¥1,234"],
    [1_234_567, "kwd", "en", "KWD 1,234.567"],
    [0, "eur", "de", "0,00 €"],
    [99, "huf", "en", "HUF 0.99"],
    [9_007_199_254_740_991, "sek", "en", "SEK 90,071,992,547,409.91"],
  ])("%s minor units of %s in %s are %s", (minor, currency, language, shown) => {
    expect(plain(formatMoney(minor, currency, language))).toBe(shown)
  })
})

describe("What a dry run would change", () => {
  it.each([
    ["name", { variant: null, text: "name", member: "name" }],
    ["online", { variant: null, text: null, member: "online" }],
    ["variants.M / Röd.price", { variant: "M / Röd", text: "price", member: "price" }],
    ["variants.1.5 l.sku", { variant: "1.5 l", text: "sku", member: "sku" }],
    ["variants.1.5 l", { variant: "1.5 l", text: null, member: null }],
    ["variants.東京", { variant: "東京", text: null, member: null }],
  ])("is named: %s", (field, expected) => {
    expect(readChangedField(field)).toEqual(expected)
  })

  const words = {
    language: "sv",
    nothing: "inget",
    yes: "Ja",
    no: "Nej",
    images: (count: number) => `${count} bilder`,
  }

  it.each([
    ["name", "Tröja 東京", "Tröja 東京"],
    ["name", "", "inget"],
    ["price", { amount: 62_375, currencyId: "SEK" }, "623,75 kr"],
    ["costPrice", null, "inget"],
    ["createWithDefaultTax", true, "Ja"],
    ["category", { uuid: "u", name: "Kläder" }, "Kläder"],
    ["presentation", { imageUrl: null, backgroundColor: "#fff" }, "inget"],
    ["presentation", { imageUrl: "https://bilder.example/a.jpg" }, "https://bilder.example/a.jpg"],
    ["imageLookupKeys", ["a.jpg", "b.jpg"], "2 bilder"],
    ["options", [{ name: "Färg", value: "Röd" }], "Färg: Röd"],
    [
      "variantOptionDefinitions",
      { definitions: [{ name: "Stl", properties: [{ value: "M" }, { value: "L" }] }] },
      "Stl: M, L",
    ],
    [null, { uuid: "u", name: "M", price: { amount: 100, currencyId: "SEK" } }, "1,00 kr"],
    ["online", { status: "ON" }, null],
    ["price", { amount: "många" }, null],
  ])("%s reads %j as %s", (member, value, shown) => {
    const written = writePosValue(member, value, words)
    expect(written && plain(written)).toBe(shown)
  })
})

describe("Times", () => {
  it("are the organization's, whatever the reader's", () => {
    expect(plain(formatTime("2026-03-28T23:30:00Z", "en-GB", "Europe/Stockholm"))).toBe("29 Mar 2026, 00:30")
    expect(plain(formatTime("2026-03-28T23:30:00Z", "en-GB", "Asia/Tokyo"))).toBe("29 Mar 2026, 08:30")
  })

  it("leave a day a day", () => {
    expect(formatDay("2026-12-31", "en-GB")).toBe("31 Dec")
  })

  it("have a year where a day or a month may be in another year", () => {
    expect(formatDate("2028-11-20", "en-US")).toBe("Nov 20, 2028")
    expect(formatDate("2028-12-31", "de")).toBe("31.12.2028")
    expect(formatMonth("2028-10", "en-US")).toBe("Oct 2028")
    expect(formatMonth("2028-10", "fi")).toBe("loka 2028")
  })
})

describe("The last days", () => {
  it("are as many as were asked for, today's end included, and the same all day", () => {
    expect(lastDays(31, new Date("2026-03-01T00:30:00Z"))).toEqual({ from: "2026-01-30", to: "2026-03-02" })
    expect(lastDays(31, new Date("2026-03-01T23:30:00Z"))).toEqual({ from: "2026-01-30", to: "2026-03-02" })
  })
})

describe("What the POS shows differently", () => {
  const variants = ["variant_a", "variant_b"]

  it("is what is filled in, with a price as people write it", () => {
    const fields = getFields({ name: "Ull", variants: { variant_a: { price: "12.50" } } }, variants)
    expect(fields.variants.variant_b).toEqual({ price: "", barcode: "" })
    const changed = { ...fields, name: "  ", price: "149,50", category: "Kläder " }
    expect(getOverrides(changed)).toEqual({
      price: "149.50",
      category: "Kläder",
      variants: { variant_a: { price: "12.50" } },
    })
  })

  it("is nothing when nothing is", () => {
    expect(getOverrides(getFields(null, variants))).toBeNull()
    expect(getOverrides(getFields(undefined, []))).toBeNull()
  })
})

describe("Quantities", () => {
  it("are shown in the reader's form, and what is none as it is", () => {
    expect(formatQuantity("0.350", "sv")).toBe("0,35")
    expect(formatQuantity("viel", "de")).toBe("viel")
  })

  it("are summed exactly", () => {
    expect(sumDecimals(["0.1", "0.2"])).toBe("0.3")
    expect(sumDecimals(["25.5", "-26"])).toBe("-0.5")
    expect(sumDecimals(["-0.25", "0.25"])).toBe("0.00")
    expect(sumDecimals(["7"])).toBe("7")
    expect(sumDecimals([])).toBeNull()
  })
})

describe("Personal data", () => {
  it("is folded away wherever it stands, and things keep their names", () => {
    const folded = maskPersonalData({
      eventName: "PurchaseCreated",
      products: [{ name: "Tröja", variantName: "M", comment: "till Åsa" }],
      userDisplayName: "Åsa Öberg",
      gpsCoordinates: { latitude: 59.3, longitude: 18.1 },
      payments: [{ attributes: { maskedPan: "541333******0042", cardType: "VISA" } }],
      payload: '{"contactEmail":"asa@example.com","currency":"SEK"}',
      note: null,
    })
    expect(folded).toEqual({
      eventName: "PurchaseCreated",
      products: [{ name: "Tröja", variantName: "M", comment: MASK }],
      userDisplayName: MASK,
      gpsCoordinates: MASK,
      payments: [{ attributes: { maskedPan: MASK, cardType: "VISA" } }],
      payload: { contactEmail: MASK, currency: "SEK" },
      note: null,
    })
    expect(JSON.stringify(folded)).not.toMatch(/Åsa|asa@|0042|59\.3/)
  })

  it("is folded away in a text that cannot be read", () => {
    expect(maskPersonalData({ payload: "{Åsa" })).toEqual({ payload: MASK })
  })
})

describe("how long ago", () => {
  it.each([
    ["2026-11-28T11:57:00Z", "3 minutes ago"],
    ["2026-11-28T11:59:59Z", "1 second ago"],
    ["2026-11-27T10:00:00Z", "yesterday"],
    ["2026-11-28T12:00:00Z", "now"],
    // The clock of the POS is ahead of the reader's.
    ["2026-11-29T12:00:00Z", "now"],
  ])("%s was %s", (iso, words) => {
    expect(formatAgo(iso, "en", new Date("2026-11-28T12:00:00Z"))).toBe(words)
  })
})
