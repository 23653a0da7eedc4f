/** A table in Markdown. */
export function table(titles: string[], rows: string[][]): string {
  return [line(titles), line(titles.map(() => "---")), ...rows.map(line)].join("\n")
}

const line = (cells: string[]) => `| ${cells.map((cell) => cell.replace(/\|/g, "\\|")).join(" | ")} |`

/** A text as code in Markdown. */
export const code = (text: string): string => `\`${text}\``
