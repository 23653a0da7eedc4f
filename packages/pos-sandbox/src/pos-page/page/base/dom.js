/** @typedef {Node | string | null | undefined | false} Child */
/** @typedef {Record<string, string | number | boolean | null | undefined | ((event: Event) => void)>} Attributes */

/**
 * Makes an element. A function is a listener (`onclick`), true an attribute without a value, false or null none. Text
 * is always text.
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Attributes} [attributes]
 * @param {...(Child | Child[])} children
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export function h(tag, attributes = {}, ...children) {
  const element = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") {
      element.addEventListener(name.slice(2), value)
    } else if (value === true) {
      element.setAttribute(name, "")
    } else if (value !== false && value !== null && value !== undefined) {
      element.setAttribute(name, String(value))
    }
  }
  fill(element, ...children)
  return element
}

/**
 * Puts new children in the place of the old.
 * @param {Element} element
 * @param {...(Child | Child[])} children
 */
export function fill(element, ...children) {
  const shown = children.flat().flatMap((child) => (child || child === "" ? [child] : []))
  element.replaceChildren(...shown)
}

/** The page is not the one that these modules were written for. */
class MissingElementError extends Error {
  /** @param {string} selector */
  constructor(selector) {
    super(`The page has no ${selector}`)
    this.name = "MissingElementError"
  }
}

/**
 * @param {string} selector
 * @returns {HTMLElement}
 * @throws {MissingElementError}
 */
export function find(selector) {
  const element = document.querySelector(selector)
  if (!(element instanceof HTMLElement)) {
    throw new MissingElementError(selector)
  }
  return element
}
