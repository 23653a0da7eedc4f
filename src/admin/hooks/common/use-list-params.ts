import { useSearchParams } from "react-router-dom"

export const PAGE_SIZE = 20

/**
 * What the URL says of a list: its page, its search, its order and its filters, as the dashboard's table writes them (a filter's
 * value is JSON). `filter` gives the text of one, `range` the bounds of a date.
 */
export function useListParams() {
  const [search] = useSearchParams()
  const read = (name: string): unknown => {
    const text = search.get(name)
    try {
      return text === null ? undefined : JSON.parse(text)
    } catch {
      return text ?? undefined
    }
  }
  return {
    limit: PAGE_SIZE,
    offset: Number(search.get("offset") ?? 0) || 0,
    q: search.get("q")?.trim() ?? "",
    /** a column, with a minus before it for the other way; "" for the list's own */
    order: search.get("order") ?? "",
    filter: (name: string): string | undefined => {
      const value = read(name)
      return typeof value === "string" || typeof value === "boolean" ? String(value) : undefined
    },
    range: (name: string): { from?: string; to?: string } => {
      const value = read(name)
      const bound = (operator: string) => {
        const found: [string, unknown][] = typeof value === "object" && value !== null ? Object.entries(value) : []
        const text = found.find(([each]) => each === operator)?.[1]
        return typeof text === "string" ? text : undefined
      }
      return { from: bound("$gte") ?? bound("$gt"), to: bound("$lte") ?? bound("$lt") }
    },
  }
}
