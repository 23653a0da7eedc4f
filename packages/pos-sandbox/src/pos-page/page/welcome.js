import { fill, h } from "./base/dom.js"
import { empty } from "./base/empty.js"
import { field, textInput } from "./base/field.js"

/**
 * Asks for the control token when the address has none, or a wrong one.
 * @param {HTMLElement} view
 * @param {string} problem
 */
export function askToken(view, problem) {
  const token = textInput("", { spellcheck: "false", class: "code" })
  fill(
    view,
    h(
      "form",
      {
        class: "empty",
        onsubmit: (event) => {
          event.preventDefault()
          location.hash = `token=${encodeURIComponent(token.value.trim())}`
        },
      },
      h("h1", {}, "Register"),
      h("p", {}, "Open the address that the sandbox printed, or type its control token."),
      problem ? h("p", { class: "problem", role: "alert" }, problem) : null,
      field("Control token", token),
      h("button", { class: "primary", type: "submit" }, "Open")
    )
  )
  token.focus()
}

/**
 * The first thing to do in a new sandbox.
 * @param {() => void} create
 */
export const noOrganisation = (create) =>
  empty(
    "Welcome",
    "This sandbox knows no organization yet. Make one, and its register is open.",
    h("button", { class: "primary", type: "button", onclick: create }, "New organization")
  )
