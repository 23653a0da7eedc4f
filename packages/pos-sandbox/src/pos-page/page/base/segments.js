import { h } from "./dom.js"

let groups = 0

/**
 * A choice of a few, as buttons side by side; arrow keys move between them.
 * @template {string} Value
 * @param {string} label
 * @param {readonly (readonly [Value, string])[]} options value and text
 * @param {Value} chosen
 * @param {(value: Value) => void} onChange
 */
export function segments(label, options, chosen, onChange) {
  const name = `segments-${++groups}`
  return h(
    "fieldset",
    { class: "segments" },
    h("legend", {}, label),
    options.map(([value, text]) =>
      h(
        "label",
        {},
        h("input", { type: "radio", name, value, checked: value === chosen, onchange: () => onChange(value) }),
        h("span", {}, text)
      )
    )
  )
}
