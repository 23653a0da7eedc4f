/** A line of a sheet: a label and an amount as text. */
export type SheetLine = [label: string, amount: string]

const MARGIN = 56
const NUMBERS_WIDTH = 140
const TEXT_SIZE = 10

/** Characters outside the fonts that every PDF reader has; other scripts need their own font. */
const OUTSIDE_LATIN = /[^\u0020-\u007E\u00A0-\u00FF\u2013\u2014\u2018-\u201A\u201C-\u201E\u2022\u2026\u20AC]/gu

/** Characters of formatted amounts that few fonts have: narrow spaces, and the minus sign in the next line. */
const NARROW_SPACES = /[\u2009\u202F]/gu
const MINUS = /\u2212/gu

/**
 * Creates an A4 sheet of lines with amounts as a stream. The library is loaded with the first sheet, because most
 * processes never write one.
 * @param options.font path of a TrueType or OpenType font for names in non-Latin scripts; without it they show as "?"
 */
export async function openSheet(options: { title: string; author: string; font: string | null; language?: string }) {
  const { title, author, font, language } = options
  const { default: PDFDocument } = await import("pdfkit")
  const document = new PDFDocument({
    size: "A4",
    margin: MARGIN,
    info: { Title: title, Author: author },
    lang: language,
    displayTitle: language !== undefined,
  })
  if (font !== null) {
    document.font(font)
  }
  const width = document.page.width - 2 * MARGIN
  const printable = (text: string) => {
    const plain = text.replace(NARROW_SPACES, "\u00A0").replace(MINUS, "-")
    return font === null ? plain.replace(OUTSIDE_LATIN, "?") : plain
  }
  const line = ([label, amount]: SheetLine, size = TEXT_SIZE) => {
    const text = printable(label)
    document.fontSize(size)
    const height = document.heightOfString(text, { width: width - NUMBERS_WIDTH })
    // Both parts of a line must be on one page.
    if (document.y + height > document.page.maxY() && document.y > MARGIN) {
      document.addPage()
    }
    const top = document.y
    document.text(text, MARGIN, top, { width: width - NUMBERS_WIDTH })
    const below = document.y
    document.text(printable(amount), MARGIN + width - NUMBERS_WIDTH, top, { width: NUMBERS_WIDTH, align: "right" })
    document.y = Math.max(below, document.y)
  }
  return {
    line,
    text: (text: string, size = TEXT_SIZE) => void document.fontSize(size).text(printable(text), MARGIN),
    gap: (lines = 1) => void document.fontSize(TEXT_SIZE).moveDown(lines),
    section: (heading: string, lines: SheetLine[]) => {
      document.moveDown().fontSize(13).text(printable(heading), MARGIN).moveDown(0.3)
      lines.forEach((text) => line(text))
    },
    /** Makes the PDF reader open its print dialog. */
    askToPrint: () => document.addNamedJavaScript("print", "this.print(true)"),
    end: (): AsyncIterable<Buffer> => {
      document.end()
      return document
    },
  }
}
