/** @import { Child } from "./dom.js" */
import { fill } from "./dom.js"

/**
 * Puts new children in the place of the old; what had the focus has it again, known by an attribute of its own.
 * @param {Element} element
 * @param {string} attribute
 * @param {...(Child | Child[])} children
 */
export function refill(element, attribute, ...children) {
  const focused = element.contains(document.activeElement) ? document.activeElement?.getAttribute(attribute) : null
  fill(element, ...children)
  const again = focused ? element.querySelector(`[${attribute}="${CSS.escape(focused)}"]`) : null
  if (again instanceof HTMLElement) {
    again.focus()
  }
}
