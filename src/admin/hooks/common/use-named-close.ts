import { useCallback } from "react"
import { useTexts } from "./use-texts"

/** Names the cross of a modal, which the dashboard's library leaves without words: for the `ref` of its header. */
export function useNamedClose() {
  const { t } = useTexts()
  return useCallback(
    (header: HTMLDivElement | null) => {
      const cross = [...(header?.querySelectorAll("button") ?? [])].find(({ textContent }) => textContent === "")
      cross?.setAttribute("aria-label", t("actions.close"))
    },
    [t]
  )
}
