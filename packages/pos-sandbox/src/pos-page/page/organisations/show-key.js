import { openDialog } from "../base/dialog.js"
import { h } from "../base/dom.js"
import { say } from "../base/message.js"

/**
 * Shows a key that was just made.
 * @param {string} apiKey
 */
export function showKey(apiKey) {
  const key = h("textarea", { readonly: true, rows: 6, class: "code", "aria-label": "API key" }, apiKey)
  openDialog({
    title: "API key",
    content: [h("p", {}, "This key connects a store to the organization. It is not shown again."), key],
    submit: "Copy and close",
    onSubmit: async () => {
      await navigator.clipboard.writeText(apiKey)
      say("The key is in the clipboard")
    },
  }).submitButton?.focus()
}
