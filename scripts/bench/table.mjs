/** Rows of name, figure and note, in columns that stand under one another. */
export function table(rows) {
  const widths = [0, 1].map((column) => Math.max(...rows.map((row) => row[column].length)))
  return rows
    .map(([name, figure, note = ""]) => `${name.padEnd(widths[0])}   ${figure.padStart(widths[1])}   ${note}`.trimEnd())
    .join("\n")
}

export const round = (value, digits) => Number(value.toFixed(digits))
