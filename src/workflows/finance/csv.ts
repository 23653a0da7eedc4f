/** A cell: text of a stranger, or text that we made ourselves (an amount, a date). */
export type Cell = { text: string } | { made: string }

/** Told at the start of a file, so that spreadsheets read "å" as what it is. */
export const BYTE_ORDER_MARK = "\uFEFF"

/**
 * Text that a spreadsheet takes for a formula: also behind white space and control characters, which it skips, and with
 * full-width signs, which it reads like the others.
 */
const FORMULA = /^[\s\p{Cc}\p{Cf}]*[=+\-@＝＋－＠]/u

/** Where a cell may be split by a program that reads `;` or tabs as separators and knows no quoted cells. */
const FORMULA_INSIDE = /(?<=[;\t\r\n])(?=[\s\p{Cc}\p{Cf}"]*[=+\-@＝＋－＠])/gu

const PLAIN_NUMBER = /^[+-]?\d+([.,]\d+)?$/

/**
 * One line of CSV (RFC 4180), with its line break. Text that a spreadsheet would run as a formula is preceded by an
 * apostrophe, also where a spreadsheet with another list separator splits the cell; numbers stay as they are.
 */
export function csvLine(cells: Cell[]): string {
  return `${cells.map((cell) => quote("made" in cell ? cell.made : disarm(cell.text))).join(",")}\r\n`
}

function disarm(text: string): string {
  if (PLAIN_NUMBER.test(text)) {
    return text
  }
  const inside = text.replace(FORMULA_INSIDE, "'")
  return FORMULA.test(text) ? `'${inside}` : inside
}

const quote = (text: string) => (/[";,\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
