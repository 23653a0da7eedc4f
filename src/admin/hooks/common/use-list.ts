import { keepPreviousData, type QueryKey, useQuery } from "@tanstack/react-query"
import type { z } from "zod"
import { useSearchParams } from "react-router-dom"
import type { DataTableFilter } from "@medusajs/ui"
import { useMemo } from "react"
import { useTranslation } from "react-i18next"
import { ask } from "../../lib/http/client"
import { REFETCH_MS } from "./refetch"
import { useTexts } from "./use-texts"

export type ListQuery = Record<string, string | number | string[] | undefined>

/** A page of a list; the previous page is shown until it arrives. `refetch: false` for what seldom changes. */
export function useList<Answer>(list: {
  key: QueryKey
  schema: z.ZodType<Answer>
  path: string
  query: ListQuery
  refetch?: boolean
  enabled?: boolean
}) {
  const { key, schema, path, query, refetch = true, enabled = true } = list
  return useQuery({
    queryKey: key,
    queryFn: () => ask(schema, path, { query }),
    placeholderData: keepPreviousData,
    refetchInterval: refetch && REFETCH_MS,
    enabled,
  })
}

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
        const entries: [string, unknown][] = typeof value === "object" && value !== null ? Object.entries(value) : []
        const text = entries.find(([each]) => each === operator)?.[1]
        return typeof text === "string" ? text : undefined
      }
      return { from: bound("$gte") ?? bound("$gt"), to: bound("$lte") ?? bound("$lt") }
    },
  }
}

/** A list's filter by state, in the words below `states.<kind>`. @param field what the rows and the URL call the state */
export function useStateFilters(
  kind: string,
  label: string,
  states: readonly string[],
  field = "state"
): DataTableFilter[] {
  const { t } = useTexts()
  return useMemo(
    () => [
      {
        id: field,
        type: "radio",
        label: t(label),
        options: states.map((value) => ({ label: t(`states.${kind}.${value}`), value })),
      },
    ],
    [t, kind, label, states, field]
  )
}

/** Beginnings of the spans that a list can be narrowed to, by the dashboard's own words for them. */
const SPANS = [
  { words: "today", days: 0, months: 0 },
  { words: "lastSevenDays", days: 7, months: 0 },
  { words: "lastThirtyDays", days: 30, months: 0 },
  { words: "lastNinetyDays", days: 90, months: 0 },
  { words: "lastTwelveMonths", days: 0, months: 12 },
] as const

/** A list's filter by date: the spans that Medusa's own lists offer, or any other. @param id what the rows and the URL call it */
export function useDateFilter(id: string, label: string): DataTableFilter {
  const { t: dashboardText } = useTranslation()
  const { t, language } = useTexts()
  return useMemo(() => {
    const now = new Date()
    const beginning = ({ days, months }: { days: number; months: number }) =>
      new Date(now.getFullYear(), now.getMonth() - months, now.getDate() - days).toISOString()
    return {
      id,
      type: "date",
      label: t(label),
      format: "date",
      formatDateValue: (date) => new Intl.DateTimeFormat(language, { dateStyle: "medium" }).format(date),
      rangeOptionStartLabel: dashboardText("filters.date.starting"),
      rangeOptionEndLabel: dashboardText("filters.date.ending"),
      rangeOptionLabel: dashboardText("filters.date.custom"),
      options: SPANS.map(({ words, ...span }) => ({
        label: dashboardText(`filters.date.${words}`),
        value: { $gte: beginning(span) },
      })),
    }
  }, [dashboardText, t, language, id, label])
}
