import { parse } from "csv-parse/sync"
import fc from "fast-check"
import { examples } from "../../../../test-support/examples"
import { BYTE_ORDER_MARK, csvLine } from "../csv"

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

  it("runs nothing in a spreadsheet, and leaves our own amounts alone", () => {
    expect(csvLine([{ text: "=SUMMA(A1)" }, { text: "@x" }, { made: "-12.50" }, { text: 'Åsa "Öberg", 東京' }])).toBe(
      `'=SUMMA(A1),'@x,-12.50,"Åsa ""Öberg"", 東京"\r\n`
    )
  })
})
