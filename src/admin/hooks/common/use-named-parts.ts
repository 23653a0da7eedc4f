import { useEffect, useRef } from "react"
import { useTexts } from "./use-texts"

/**
 * Gives the dashboard's table what it leaves out: names for the button that opens its filters and the boxes that select
 * rows, and a place in the order of tabs for a table that scrolls, so that the keyboard can scroll it. The magnifying
 * glass in its search says nothing and is hidden from screen readers.
 */
export function useNamedParts() {
  const { t } = useTexts()
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const nameless = (selector: string) => [...(ref.current?.querySelectorAll(`${selector}:not([aria-label])`) ?? [])]
    for (const button of nameless('button[aria-haspopup="menu"]')) {
      if (button.textContent === "") {
        button.setAttribute("aria-label", t("filter"))
      }
    }
    // A row's name may come later than the row.
    for (const box of ref.current?.querySelectorAll('button[role="checkbox"]') ?? []) {
      const name = box.closest("tbody tr")?.querySelector("a")?.textContent
      box.setAttribute("aria-label", name ? t("select", { name }) : t("selectAll"))
    }
    for (const table of ref.current?.querySelectorAll("table") ?? []) {
      const region = table.closest(".overflow-auto")
      region?.setAttribute("tabindex", region.scrollWidth > region.clientWidth ? "0" : "-1")
    }
    for (const picture of nameless('[role="img"]')) {
      picture.setAttribute("aria-hidden", "true")
    }
  })
  return ref
}
