import { useCallback } from "react"
import { reasonsIn } from "../../../contract/reasons"
import { useTexts } from "./use-texts"

/** The reason that a server gave, in the reader's language; of one that is not known that it is to be found under Details. */
export function useReasonWords(): (text: string) => string {
  const { t } = useTexts()
  return useCallback(
    (text) => {
      const names = reasonsIn(text)
      return names.length > 0 ? names.map((name) => t(`reasons.${name}.cause`)).join(" ") : t("reasons.unknown")
    },
    [t]
  )
}
