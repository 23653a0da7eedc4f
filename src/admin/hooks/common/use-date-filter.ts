import type { DataTableFilter } from "@medusajs/ui"
import { useMemo } from "react"
import { useTranslation } from "react-i18next"
import { useTexts } from "./use-texts"

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
