import { h } from "./dom.js"
import { guarded, say } from "./message.js"

/**
 * Puts a text into the clipboard.
 * @param {string} label
 * @param {() => string} text
 * @param {string} reported what is said when it is there
 */
export function copyButton(label, text, reported) {
  const copy = () =>
    void guarded(async () => {
      await navigator.clipboard.writeText(text())
      say(reported)
    })
  return h("button", { type: "button", onclick: copy }, label)
}
