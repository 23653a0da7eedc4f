import { find, h } from "./dom.js"
import { icon } from "./icon.js"
import { isAbort } from "./call.js"

const SHOWN_MS = 6_000

/**
 * Shows a message, also to screen readers.
 * @param {string} text
 * @param {"good" | "bad"} [tone]
 */
export function say(text, tone = "good") {
  const close = () => toast.remove()
  const toast = h(
    "div",
    { class: `toast ${tone}` },
    h("p", {}, text),
    h("button", { class: "quiet square", type: "button", "aria-label": "Dismiss", onclick: close }, icon("close"))
  )
  const place = find("#messages")
  place.append(toast)
  while (place.childElementCount > 3) {
    place.firstElementChild?.remove()
  }
  if (tone === "good") {
    setTimeout(close, SHOWN_MS)
  }
}

/**
 * Does something and shows what went wrong.
 * @param {() => Promise<void>} work
 */
export async function guarded(work) {
  try {
    await work()
  } catch (error) {
    if (!isAbort(error)) {
      say(error instanceof Error ? error.message : String(error), "bad")
    }
  }
}
