import { parse } from "csv-parse/sync"
import fc from "fast-check"
import { examples } from "../../../../test-support/examples"
import { BYTE_ORDER_MARK, csvLine } from "../../../documents/table-export"

describe("a line of CSV", () => {
  it("is read back by another's reader as what was written", () => {
    const line = fc.array(fc.string({ unit: "binary" }), { minLength: 2, maxLength: 6 })
    fc.assert(
      fc.property(fc.array(line, { minLength: 1, maxLength: 5 }), (lines) => {
        const file = BYTE_ORDER_MARK + lines.map((cells) => csvLine(cells.map((made) => ({ made })))).join("")
        const options = { bom: true, relax_column_count: true, record_delimiter: "\r\n" }
        expect(parse(file, options)).toEqual(lines)
      }),
      examples(2_000)
    )
  })

  const HOSTILE = [
    ..."=+-@＝＋－＠".split("").map((sign) => `${sign}1+1`),
    ..."=＝"
      .split("")
      .flatMap((sign) => ["\n", " ", "\t", "\r", "\u00a0", "\u200b", "\0"].map((lead) => `${lead}${sign}1+1`)),
    "Mug;=cmd|' /C calc'!A0",
    "Mug; =1+1",
    'Mug;"=1+1"',
    "Mug\t=1+1",
    "Mug\n＝1+1",
    "Mug\r\n;\t@x",
    "-12.50;-1",
  ]
  const NUMBERS = ["-12.50", "+12", "-12,50", "0", "-0.005", "12.50"]
  const isFormula = (text: string) => /^[\s\p{Cc}\p{Cf}]*[=+\-@＝＋－＠]/u.test(text)

  it.each(HOSTILE)("[D25] %j begins a formula nowhere, whichever separator a spreadsheet reads", (text) => {
    const line = csvLine([{ text: "Vara" }, { text }, { made: "-12.50" }, { text: "Åsa" }])
    const reading = { relax_quotes: true, relax_column_count: true }
    const byComma = parse(line, reading)
    expect(byComma).toHaveLength(1)
    expect([byComma[0]?.length, byComma[0]?.[2]]).toEqual([4, "-12.50"])
    const cells = [
      ...byComma.flat(),
      ...[";", "\t"].flatMap((delimiter) => parse(line, { ...reading, delimiter }).flat()),
    ]
    expect(cells.filter((cell) => isFormula(cell) && !NUMBERS.includes(cell))).toEqual([])
  })

  it("[D25] keeps plain numbers that were written as text, and harmless text", () => {
    const texts = [...NUMBERS, "a-b", "å=ä", "Kaffe; te", "5 - 4", "a\tb", "rad\nrad", ""]
    const line = csvLine(texts.map((text) => ({ text })))
    expect(parse(line)).toEqual([texts])
  })

  it("runs nothing in a spreadsheet, and leaves our own amounts alone", () => {
    expect(csvLine([{ text: "=SUMMA(A1)" }, { text: "@x" }, { made: "-12.50" }, { text: 'Åsa "Öberg", 東京' }])).toBe(
      `'=SUMMA(A1),'@x,-12.50,"Åsa ""Öberg"", 東京"\r\n`
    )
  })
})
