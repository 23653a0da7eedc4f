import { call } from "../base/call.js"
import { confirm } from "../base/dialog.js"
import { fill, h } from "../base/dom.js"
import { guarded, say } from "../base/message.js"
import { organizationUuid, session } from "../base/session.js"
import { showKey } from "../organisations/show-key.js"

/** The organization's profile, and the keys that connect stores to it. */
export function organisationPanel() {
  const facts = h("dl", { class: "facts" })
  const makeKey = () =>
    void guarded(async () => {
      /** @type {{ apiKey: string }} */
      const { apiKey } = await call("api-keys", { body: { organizationUuid: organizationUuid() } })
      showKey(apiKey)
    })
  const revoke = () =>
    confirm("Revoke all keys?", "Every connected store loses its connection, and is notified.", "Revoke", async () => {
      await call("revocations", { body: { organizationUuid: organizationUuid() } })
      say("All keys were revoked")
    })
  const element = h(
    "section",
    { class: "card", "aria-labelledby": "organisation-title" },
    h("h2", { id: "organisation-title" }, "Organization"),
    facts,
    h(
      "div",
      { class: "buttons" },
      h("button", { type: "button", onclick: makeKey }, "New API key"),
      h("button", { class: "quiet danger", type: "button", onclick: revoke }, "Revoke all keys")
    )
  )
  const fact = (/** @type {string} */ name, /** @type {string} */ value) =>
    h("div", {}, h("dt", {}, name), h("dd", {}, value))
  return {
    element,
    refresh() {
      const { organization } = session
      element.hidden = organization === null
      fill(
        facts,
        organization && [
          fact("Name", organization.name ?? ""),
          fact("UUID", organization.uuid),
          fact(
            "Country, currency, time zone",
            [organization.country, organization.currency, organization.timeZone].join(" · ")
          ),
          fact(
            "Tax",
            `${organization.taxationType ?? ""}, ${organization.taxationMode === "EXCLUSIVE" ? "on top of prices" : "in the prices"}`
          ),
        ]
      )
    },
  }
}
