import { Button as DashboardButton } from "@medusajs/ui"
import { type ComponentProps, forwardRef, type MouseEvent, useEffect, useRef } from "react"

/**
 * The dashboard's button for an action that takes a moment. While it loads it is disabled, and the browser then takes the
 * keyboard focus away: it gets the focus back, unless the person has gone elsewhere meanwhile.
 */
export const Button = forwardRef<HTMLButtonElement, ComponentProps<typeof DashboardButton>>((props, ref) => {
  const { isLoading = false, onClick } = props
  const pressed = useRef<HTMLButtonElement | null>(null)
  useEffect(() => {
    if (isLoading) {
      return
    }
    if (pressed.current?.isConnected && document.activeElement === document.body) {
      pressed.current.focus()
    }
    pressed.current = null
  }, [isLoading])
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    pressed.current = event.currentTarget
    onClick?.(event)
  }
  return <DashboardButton {...props} ref={ref} onClick={press} />
})
Button.displayName = "Button"
