/** Unchanged lines that are shown around each change. */
const CONTEXT = 3

type Line = { sign: " " | "-" | "+"; text: string }

/**
 * Compares two texts by lines, as `diff -u` shows them. Lines of equal texts are found by their longest common
 * subsequence, which is fast enough for configuration files.
 */
export function diffLines(before: string, after: string): string[] {
  const lines = compare(before.split(/\r?\n/), after.split(/\r?\n/))
  const isNear = lines.map((_line, index) =>
    lines.slice(Math.max(0, index - CONTEXT), index + CONTEXT + 1).some(({ sign }) => sign !== " ")
  )
  return lines.flatMap(({ sign, text }, index) => {
    if (isNear[index]) {
      return [`${sign} ${text}`]
    }
    return isNear[index - 1] ? ["  …"] : []
  })
}

function compare(before: string[], after: string[]): Line[] {
  const lengths = Array.from({ length: before.length + 1 }, () => new Array<number>(after.length + 1).fill(0))
  const lengthAt = (row: number, column: number) => lengths[row]?.[column] ?? 0
  for (let row = before.length - 1; row >= 0; row--) {
    for (let column = after.length - 1; column >= 0; column--) {
      const isSame = before[row] === after[column]
      const longest = Math.max(lengthAt(row + 1, column), lengthAt(row, column + 1))
      lengths[row]?.splice(column, 1, isSame ? lengthAt(row + 1, column + 1) + 1 : longest)
    }
  }
  const lines: Line[] = []
  let row = 0
  let column = 0
  while (row < before.length || column < after.length) {
    const old = before[row]
    const next = after[column]
    if (old !== undefined && old === next) {
      lines.push({ sign: " ", text: old })
      row++
      column++
    } else if (next !== undefined && (old === undefined || lengthAt(row, column + 1) > lengthAt(row + 1, column))) {
      lines.push({ sign: "+", text: next })
      column++
    } else if (old !== undefined) {
      lines.push({ sign: "-", text: old })
      row++
    }
  }
  return lines
}
