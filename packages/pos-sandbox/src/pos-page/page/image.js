/** @import { Product } from "./types.js" */
import { h } from "./base/dom.js"

/**
 * The product's image, or its first letters where there is none. Images are the sandbox's own: one with an address
 * elsewhere is not fetched.
 * @param {Product} product
 */
export function productImage({ name, presentation }) {
  const initials = h("span", { class: "image initials", "aria-hidden": "true" }, initialsOf(name ?? ""))
  tint(initials, presentation?.backgroundColor, presentation?.textColor, name ?? "")
  const address = ownAddress(presentation?.imageUrl)
  if (!address) {
    return initials
  }
  const image = h("img", { class: "image", src: address, alt: "", loading: "lazy", decoding: "async" })
  image.addEventListener("error", () => image.replaceWith(initials))
  return image
}

/** @param {string | null | undefined} url */
function ownAddress(url) {
  if (!url || !URL.canParse(url, location.href)) {
    return null
  }
  const { pathname } = new URL(url, location.href)
  return /^\/[oL]\//.test(pathname) ? pathname.replace(/^\/o\//, "/L/") : null
}

/** @param {string} name */
function initialsOf(name) {
  const words = name.split(/[\s,.-]+/).filter((word) => /\p{L}/u.test(word))
  return words
    .slice(0, 2)
    .map((word) => [...word][0]?.toLocaleUpperCase() ?? "")
    .join("")
}

/**
 * @param {HTMLElement} element
 * @param {string | null | undefined} background
 * @param {string | null | undefined} text
 * @param {string} name
 */
function tint(element, background, text, name) {
  if (background && CSS.supports("color", background)) {
    element.style.setProperty("--tint", background)
    element.style.setProperty("--tint-ink", text && CSS.supports("color", text) ? text : "#fff")
  } else {
    const hue = [...name].reduce((sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) % 360, 7)
    element.style.setProperty("--hue", String(hue))
    element.classList.add("hued")
  }
}
