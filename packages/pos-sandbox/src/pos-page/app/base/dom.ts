export type Child = Node | string | null | undefined | false
export type Attributes = Record<string, string | number | boolean | null | undefined | ((event: Event) => void)>

/**
 * Makes an element. A function is a listener (`onclick`), true an attribute without a value, false or null none. Text
 * is always text.
 */
export function h<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Attributes = {},
  ...children: (Child | Child[])[]
): HTMLElementTagNameMap[Tag] {
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

/** Puts new children in the place of the old. */
export function fill(element: Element, ...children: (Child | Child[])[]) {
  const shownChildren = children.flat().flatMap((child) => (child || child === "" ? [child] : []))
  element.replaceChildren(...shownChildren)
}

/** The page is not the one that these modules were written for. */
class MissingElementError extends Error {
  constructor(selector: string) {
    super(`The page has no ${selector}`)
    this.name = "MissingElementError"
  }
}

/** @throws MissingElementError */
export function find(selector: string): HTMLElement {
  const element = document.querySelector(selector)
  if (!(element instanceof HTMLElement)) {
    throw new MissingElementError(selector)
  }
  return element
}

const SVG = "http://www.w3.org/2000/svg"

const PATHS = {
  sell: "M4 5h2l2 11h10l2-8H7 M9.5 20h.01 M17 20h.01",
  receipts: "M6 3h12v18l-3-2-3 2-3-2-3 2z M9 8h6 M9 12h6",
  products: "M4 8l8-4 8 4v8l-8 4-8-4z M4 8l8 4 8-4 M12 12v8",
  live: "M4 12h4l2-6 4 12 2-6h4",
  calls: "M8 5L4 9l4 4 M4 9h12 M16 11l4 4-4 4 M20 15H8",
  behavior: "M6 4v7 M6 15v5 M12 4v3 M12 11v9 M18 4v9 M18 17v3 M4 13h4 M10 9h4 M16 15h4",
  controls: "M5 7h8 M17 7h2 M5 17h2 M11 17h8 M15 5v4 M9 15v4",
  close: "M6 6l12 12 M18 6L6 18",
  plus: "M12 5v14 M5 12h14",
  minus: "M5 12h14",
  search: "M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13z M15.5 15.5L20 20",
  print: "M7 9V4h10v5 M7 17H4V9h16v8h-3 M7 14h10v6H7z",
  clock: "M12 4a8 8 0 1 0 0 16 8 8 0 0 0 0-16z M12 8v4l3 2",
  back: "M14 6l-6 6 6 6",
}

export type IconName = keyof typeof PATHS

/** A line drawing that assistive technology does not see; the text beside it says the same. */
export function icon(name: IconName) {
  const svg = document.createElementNS(SVG, "svg")
  svg.setAttribute("viewBox", "0 0 24 24")
  svg.setAttribute("class", "icon")
  svg.setAttribute("aria-hidden", "true")
  for (const line of PATHS[name].split(" M").map((part, index) => (index === 0 ? part : `M${part}`))) {
    const path = document.createElementNS(SVG, "path")
    path.setAttribute("d", line)
    svg.append(path)
  }
  return svg
}

/** The text of an empty list. */
export function empty(title: string, text: string, ...actions: Child[]) {
  return h("div", { class: "empty" }, h("h2", {}, title), h("p", {}, text), actions)
}

/** The text of a list that is loading. */
export function loading() {
  return h("div", { class: "empty loading", role: "status" }, h("p", {}, "Loading …"))
}

/** Puts new children in the place of the old; what had the focus has it again, known by an attribute of its own. */
export function refill(element: Element, attribute: string, ...children: (Child | Child[])[]) {
  const focused = element.contains(document.activeElement) ? document.activeElement?.getAttribute(attribute) : null
  fill(element, ...children)
  const sameControl = focused ? element.querySelector(`[${attribute}="${CSS.escape(focused)}"]`) : null
  if (sameControl instanceof HTMLElement) {
    sameControl.focus()
  }
}
