/** @import { ShownCall } from "../types.js" */
import { copyButton } from "../base/copy-button.js"
import { openDialog } from "../base/dialog.js"
import { h } from "../base/dom.js"
import { prettyJson } from "../base/pretty-json.js"
import { when } from "../base/when.js"
import { asCurl } from "./as-curl.js"

/** @param {ShownCall} call */
export function statusBadge({ status, brokenOff }) {
  const tone = brokenOff || status === null || status >= 500 ? "bad" : status >= 400 ? "warn" : "good"
  return h("span", { class: `badge ${tone}` }, brokenOff ? "Broken off" : String(status))
}

/**
 * One call: what was asked and answered, and why it was refused.
 * @param {ShownCall} call
 */
export function openCall(call) {
  const { method, path, query, request, response } = call
  const { element } = openDialog({
    title: `${method} ${path}`,
    wide: true,
    content: [
      h("p", {}, statusBadge(call)),
      explanation(call),
      h(
        "dl",
        { class: "facts" },
        fact("Address", `${path}${query}`),
        fact("At", when(call.at, { dateStyle: "medium", timeStyle: "medium" })),
        fact("Took", `${call.durationMs} ms`),
        fact("Interface", call.interface ?? "none"),
        fact("Credential", call.credential ?? "none")
      ),
      ...message("Request", request),
      ...message("Answer", response),
    ],
    actions: [copyButton("Copy as curl", () => asCurl(call, location.origin), "The call is in the clipboard")],
  })
  element.querySelector("footer button")?.setAttribute("title", "The token comes from the variable TOKEN")
}

/**
 * @param {string} name
 * @param {string} value
 */
const fact = (name, value) => h("div", {}, h("dt", {}, name), h("dd", { class: "code" }, value))

/** @param {ShownCall} call */
function explanation({ explanation: reported }) {
  return reported
    ? h(
        "section",
        { class: "why", "aria-label": "Why it was refused" },
        h("strong", {}, reported.rule),
        reported.details.length > 0
          ? h(
              "ul",
              {},
              reported.details.map((detail) => h("li", {}, detail))
            )
          : null,
        h("a", { href: reported.reference, target: "_blank", rel: "noopener" }, "What the reference says")
      )
    : null
}

/**
 * @param {string} title
 * @param {ShownCall["request"]} message
 */
function message(title, { headers, body }) {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  return [
    h("h3", {}, title),
    body === null
      ? h("p", { class: "hint" }, "No body")
      : h("pre", { tabindex: 0, "aria-label": `${title}: body` }, prettyJson(body)),
    h(
      "details",
      {},
      h("summary", {}, `Headers: ${lines.length}`),
      h("pre", { tabindex: 0, "aria-label": `${title}: headers` }, lines.join("\n"))
    ),
  ]
}
