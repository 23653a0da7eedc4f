/**
 * What it costs to make one sequence of another: an item added or taken away costs 1, one put in another's place what
 * `exchange` says, 0 to 1.
 */
export function editDistance<Item>(
  one: readonly Item[],
  other: readonly Item[],
  exchange: (item: Item, by: Item) => number
): number {
  let above = other.map((_item, index) => index + 1)
  one.forEach((item, row) => {
    let [left, diagonal] = [row + 1, row]
    above = other.map((by, column) => {
      const up = above[column] ?? 0
      left = Math.min(up + 1, left + 1, diagonal + exchange(item, by))
      diagonal = up
      return left
    })
  })
  return above.at(-1) ?? one.length
}
