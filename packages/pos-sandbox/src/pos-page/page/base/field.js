/** @import { Attributes, Child } from "./dom.js" */
import { h } from "./dom.js"
import { currency } from "./session.js"
import { decimalText, parseMoney } from "./money.js"
import { parseQuantity } from "./quantity.js"

/** What was typed cannot be used; the message names the field. */
export class FieldError extends Error {
  /**
   * @param {HTMLElement} input
   * @param {string} message
   */
  constructor(input, message) {
    super(message)
    this.name = "FieldError"
    input.setAttribute("aria-invalid", "true")
    input.addEventListener("input", () => input.removeAttribute("aria-invalid"), { once: true })
    input.focus()
  }
}

let fields = 0

/**
 * A label with its control.
 * @param {string} label
 * @param {HTMLElement} control
 * @param {Child} [hint]
 */
export function field(label, control, hint) {
  control.id = `field-${++fields}`
  const hintId = `${control.id}-hint`
  if (hint) {
    control.setAttribute("aria-describedby", hintId)
  }
  return h(
    "div",
    { class: "field" },
    h("label", { for: control.id }, label),
    control,
    hint ? h("small", { id: hintId }, hint) : null
  )
}

/**
 * @param {string} value
 * @param {Attributes} [attributes]
 */
export function textInput(value, attributes = {}) {
  return h("input", { type: "text", autocomplete: "off", value, ...attributes })
}

/**
 * An input of money in the organization's currency.
 * @param {number | null} minor what it shows first
 * @param {Attributes} [attributes]
 */
export function moneyInput(minor, attributes = {}) {
  const value = minor === null ? "" : decimalText(minor)
  return textInput(value, { inputmode: "decimal", placeholder: decimalText(0), ...attributes })
}

/**
 * @param {HTMLInputElement} input
 * @param {string} name
 * @returns {number} minor units
 * @throws {FieldError}
 */
export function readMoney(input, name) {
  const minor = parseMoney(input.value)
  if (minor === null) {
    throw new FieldError(input, `${name}: type an amount in ${currency()}, such as ${decimalText(1250)}`)
  }
  return minor
}

/**
 * @param {HTMLInputElement} input
 * @param {string} name
 * @param {{ whole?: boolean }} [options]
 * @throws {FieldError}
 */
export function readQuantity(input, name, options = {}) {
  const quantity = parseQuantity(input.value, options)
  if (quantity === null) {
    throw new FieldError(input, `${name}: type ${options.whole ? "a whole number" : "a number such as 0.350"}`)
  }
  return quantity
}

/**
 * @param {HTMLInputElement} input
 * @param {string} name
 * @param {{ min?: number, max?: number, whole?: boolean }} [bounds]
 * @throws {FieldError}
 */
export function readNumber(input, name, { min = 0, max = Number.MAX_SAFE_INTEGER, whole = false } = {}) {
  const number = Number(input.value.trim().replace(",", "."))
  if (input.value.trim() === "" || !(number >= min && number <= max) || (whole && !Number.isInteger(number))) {
    const range = max === Number.MAX_SAFE_INTEGER ? `of at least ${min}` : `from ${min} to ${max}`
    throw new FieldError(input, `${name}: type a ${whole ? "whole " : ""}number ${range}`)
  }
  return number
}

/**
 * @template {string} Value
 * @param {readonly (readonly [Value, string])[]} options value and text
 * @param {Value} chosen
 * @param {Attributes} [attributes]
 */
export function selectInput(options, chosen, attributes = {}) {
  return h(
    "select",
    attributes,
    options.map(([value, text]) => h("option", { value, selected: value === chosen }, text))
  )
}

/**
 * @param {string} label
 * @param {boolean} checked
 */
export function checkbox(label, checked) {
  const input = h("input", { type: "checkbox", checked })
  return { input, element: h("label", { class: "check" }, input, h("span", {}, label)) }
}
