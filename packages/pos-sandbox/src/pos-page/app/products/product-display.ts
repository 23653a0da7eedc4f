import { h } from "../base/dom"
import { showQuantity } from "../base/format"
import type { Product } from "../types"

/**
 * The product's image, or its first letters where there is none. Images are the sandbox's own: one with an address
 * elsewhere is not fetched.
 */
export function productImage({ name, presentation }: Product) {
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

function ownAddress(url: string | null | undefined) {
  if (!url || !URL.canParse(url, location.href)) {
    return null
  }
  const { pathname } = new URL(url, location.href)
  return /^\/[oL]\//.test(pathname) ? pathname.replace(/^\/o\//, "/L/") : null
}

function initialsOf(name: string) {
  const words = name.split(/[\s,.-]+/).filter((word) => /\p{L}/u.test(word))
  return words
    .slice(0, 2)
    .map((word) => [...word][0]?.toLocaleUpperCase() ?? "")
    .join("")
}

function tint(
  element: HTMLElement,
  background: string | null | undefined,
  text: string | null | undefined,
  name: string
) {
  if (background && CSS.supports("color", background)) {
    element.style.setProperty("--tint", background)
    element.style.setProperty("--tint-ink", text && CSS.supports("color", text) ? text : "#fff")
  } else {
    const hue = [...name].reduce((sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) % 360, 7)
    element.style.setProperty("--hue", String(hue))
    element.classList.add("hued")
  }
}

/** Whether a variant is at or below the low-stock level that was set for it. */
export function isLow({ balances, lowStock, tracked }: Product, variantUuid: string) {
  const level = lowStock[variantUuid] ?? null
  return tracked && level !== null && Number(balances[variantUuid] ?? 0) <= level
}

/** What is on the shelf of a variant; null where nobody counts it. */
export function stockOf(product: Product, variantUuid: string) {
  const balance = product.tracked ? product.balances[variantUuid] : null
  const unit = product.unitName ? ` ${product.unitName}` : ""
  return balance ? `${showQuantity(balance)}${unit} in stock${isLow(product, variantUuid) ? ", low" : ""}` : null
}
