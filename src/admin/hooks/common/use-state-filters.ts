import type { DataTableFilter } from "@medusajs/ui"
import { useMemo } from "react"
import { useTexts } from "./use-texts"

/** A list's filter by state, in the words below `states.<of>`. @param field what the rows and the URL call the state */
export function useStateFilters(
  of: string,
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
        options: states.map((value) => ({ label: t(`states.${of}.${value}`), value })),
      },
    ],
    [t, of, label, states, field]
  )
}
