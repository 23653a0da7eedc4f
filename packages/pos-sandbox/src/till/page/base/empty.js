/** @import { Child } from "./dom.js" */
import { h } from "./dom.js"

/**
 * What stands where a list has nothing to show.
 * @param {string} title
 * @param {string} text
 * @param {...Child} actions
 */
export function empty(title, text, ...actions) {
  return h("div", { class: "empty" }, h("h2", {}, title), h("p", {}, text), actions)
}

/** What stands where a list is still on its way. */
export function loading() {
  return h("div", { class: "empty loading", role: "status" }, h("p", {}, "Loading …"))
}
