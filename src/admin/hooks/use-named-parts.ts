import { useEffect, useRef } from "react"
import { useTranslation } from "react-i18next"

/**
 * Gives names to what the dashboard's table leaves without: the button that opens its filters, and the boxes that
 * select rows. The magnifying glass in its search says nothing and is hidden from screen readers.
 */
export function useNamedParts() {
  const { t } = useTranslation("pos")
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const nameless = (selector: string) => [...(ref.current?.querySelectorAll(`${selector}:not([aria-label])`) ?? [])]
    for (const button of nameless('button[aria-haspopup="menu"]')) {
      if (button.textContent === "") {
        button.setAttribute("aria-label", t("filter"))
      }
    }
    for (const box of nameless('button[role="checkbox"]')) {
      const name = box.closest("tbody tr")?.querySelector("a")?.textContent
      box.setAttribute("aria-label", name ? t("select", { name }) : t("selectAll"))
    }
    for (const picture of nameless('[role="img"]')) {
      picture.setAttribute("aria-hidden", "true")
    }
  })
  return ref
}
