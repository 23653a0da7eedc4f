import { useEffect, useRef } from "react"

/**
 * Gives names to what the dashboard's table leaves without: the button that opens its filters; the magnifying glass in
 * its search says nothing and is hidden from screen readers.
 */
export function useNamedParts(filterLabel: string) {
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => {
    for (const button of ref.current?.querySelectorAll('button[aria-haspopup="menu"]:not([aria-label])') ?? []) {
      if (button.textContent === "") {
        button.setAttribute("aria-label", filterLabel)
      }
    }
    for (const picture of ref.current?.querySelectorAll('[role="img"]:not([aria-label])') ?? []) {
      picture.setAttribute("aria-hidden", "true")
    }
  })
  return ref
}
