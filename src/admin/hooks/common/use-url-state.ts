import { useSearchParams } from "react-router-dom"
import { useCallback } from "react"
import { useTexts } from "./use-texts"

/** What the URL names beside a list, "" for nothing; `close` takes it away and leaves the filters and the page. */
export function useNamedInUrl(parameter: string) {
  const [search, setSearch] = useSearchParams()
  const close = () =>
    setSearch((before) => {
      before.delete(parameter)
      return before
    })
  return { id: search.get(parameter) ?? "", close }
}

/** The present page with another parameter in its URL, so that a drawer opens beside the unchanged list. */
export function useHrefWith() {
  const [search] = useSearchParams()
  return (name: string, value: string): string => {
    const searchParams = new URLSearchParams(search)
    searchParams.set(name, value)
    return `?${searchParams.toString()}`
  }
}

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
