/** @import { Child } from "./dom.js" */
import { h } from "./dom.js"

/**
 * The text of an empty list.
 * @param {string} title
 * @param {string} text
 * @param {...Child} actions
 */
export function empty(title, text, ...actions) {
  return h("div", { class: "empty" }, h("h2", {}, title), h("p", {}, text), actions)
}

/** The text of a list that is loading. */
export function loading() {
  return h("div", { class: "empty loading", role: "status" }, h("p", {}, "Loading …"))
}
