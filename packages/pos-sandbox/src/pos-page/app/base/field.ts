import { type Attributes, type Child, h } from "./dom"
import { decimalText, parseMoney, parseQuantity } from "./format"
import { currency } from "./call"

/** What was typed cannot be used; the message names the field. */
export class FieldError extends Error {
  constructor(input: HTMLElement, message: string) {
    super(message)
    this.name = "FieldError"
    input.setAttribute("aria-invalid", "true")
    input.addEventListener("input", () => input.removeAttribute("aria-invalid"), { once: true })
    input.focus()
  }
}

let fields = 0

/** A label with its control. */
export function field(label: string, control: HTMLElement, hint?: Child) {
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

export function textInput(value: string, attributes: Attributes = {}) {
  return h("input", { type: "text", autocomplete: "off", value, ...attributes })
}

/**
 * An input of money in the organization's currency.
 * @param minor what it shows first
 */
export function moneyInput(minor: number | null, attributes: Attributes = {}) {
  const value = minor === null ? "" : decimalText(minor)
  return textInput(value, { inputmode: "decimal", placeholder: decimalText(0), ...attributes })
}

/**
 * @returns minor units
 * @throws FieldError
 */
export function readMoney(input: HTMLInputElement, name: string): number {
  const minor = parseMoney(input.value)
  if (minor === null) {
    throw new FieldError(input, `${name}: type an amount in ${currency()}, such as ${decimalText(1250)}`)
  }
  return minor
}

/** @throws FieldError */
export function readQuantity(input: HTMLInputElement, name: string, options: { whole?: boolean } = {}) {
  const quantity = parseQuantity(input.value, options)
  if (quantity === null) {
    throw new FieldError(input, `${name}: type ${options.whole ? "a whole number" : "a number such as 0.350"}`)
  }
  return quantity
}

/** @throws FieldError */
export function readNumber(
  input: HTMLInputElement,
  name: string,
  { min = 0, max = Number.MAX_SAFE_INTEGER, whole = false }: { min?: number; max?: number; whole?: boolean } = {}
) {
  const number = Number(input.value.trim().replace(",", "."))
  if (input.value.trim() === "" || !(number >= min && number <= max) || (whole && !Number.isInteger(number))) {
    const range = max === Number.MAX_SAFE_INTEGER ? `of at least ${min}` : `from ${min} to ${max}`
    throw new FieldError(input, `${name}: type a ${whole ? "whole " : ""}number ${range}`)
  }
  return number
}

/** @param options value and text */
export function selectInput<Value extends string>(
  options: readonly (readonly [Value, string])[],
  chosen: Value,
  attributes: Attributes = {}
) {
  return h(
    "select",
    attributes,
    options.map(([value, text]) => h("option", { value, selected: value === chosen }, text))
  )
}

export function checkbox(label: string, checked: boolean) {
  const input = h("input", { type: "checkbox", checked })
  return { input, element: h("label", { class: "check" }, input, h("span", {}, label)) }
}

let groups = 0

/**
 * A choice of a few, as buttons side by side; arrow keys move between them.
 * @param options value and text
 */
export function segments<Value extends string>(
  label: string,
  options: readonly (readonly [Value, string])[],
  chosen: Value,
  onChange: (value: Value) => void
) {
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
