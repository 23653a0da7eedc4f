import { isAbort } from "./call"
import { find, h, icon } from "./dom"

const SHOWN_MS = 6_000

/** Shows a message, also to screen readers. */
export function say(text: string, tone: "good" | "bad" = "good") {
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

/** Does something and shows what went wrong. */
export async function guarded(work: () => Promise<void>) {
  try {
    await work()
  } catch (error) {
    if (!isAbort(error)) {
      say(error instanceof Error ? error.message : String(error), "bad")
    }
  }
}

/**
 * Puts a text into the clipboard.
 * @param reported what is said when it is there
 */
export function copyButton(label: string, text: () => string, reported: string) {
  const copy = () =>
    void guarded(async () => {
      await navigator.clipboard.writeText(text())
      say(reported)
    })
  return h("button", { type: "button", onclick: copy }, label)
}
