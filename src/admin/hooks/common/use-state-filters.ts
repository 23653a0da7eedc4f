import type { DataTableFilter } from "@medusajs/ui"
import { useMemo } from "react"
import { useTranslation } from "react-i18next"

/** A list's filter by state, in the words below `states.<of>`. @param field what the rows and the URL call the state */
export function useStateFilters(
  of: string,
  label: string,
  states: readonly string[],
  field = "state"
): DataTableFilter[] {
  const { t } = useTranslation("pos")
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
