import { type RefObject, useRef } from "react"

/**
 * Returns the keyboard focus when a drawer or question closes that no trigger of its own has opened: for the props of
 * its content. Without them the focus would be lost to the page.
 * @param opener gets the focus; by default the element that had it before
 */
export function useFocusReturn(opener?: RefObject<HTMLElement | null>) {
  const before = useRef<Element | null>(null)
  return {
    onOpenAutoFocus: () => {
      before.current = document.activeElement
    },
    onCloseAutoFocus: (event: Event) => {
      const target = opener?.current ?? before.current
      if (target instanceof HTMLElement && target.isConnected && target !== document.body) {
        event.preventDefault()
        target.focus()
      }
    },
  }
}
