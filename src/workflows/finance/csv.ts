/** A cell: text of a stranger, or text that we made ourselves (an amount, a date). */
export type Cell = { text: string } | { made: string }

/** Told at the start of a file, so that spreadsheets read "å" as what it is. */
export const BYTE_ORDER_MARK = "\uFEFF"

/** What spreadsheets take for a formula. */
const FORMULA = /^[=+\-@\t\r]/

/**
 * One line of CSV (RFC 4180), with its line break. A stranger's text that a spreadsheet would run as a formula is led by
 * an apostrophe.
 */
export function csvLine(cells: Cell[]): string {
  return `${cells.map((cell) => quote("made" in cell ? cell.made : disarm(cell.text))).join(",")}\r\n`
}

const disarm = (text: string) => (FORMULA.test(text) ? `'${text}` : text)

const quote = (text: string) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
