/** @import { Organization } from "../types.js" */
import { call } from "../base/call.js"
import { fill, h } from "../base/dom.js"
import { guarded } from "../base/message.js"
import { chooseOrganization, rememberedOrganization, session } from "../base/session.js"
import { newOrganisation } from "./new-organisation.js"

const NEW = "new"

/** Chooses whose register this is. */
export function organisationPicker() {
  /** @type {Organization[]} */
  let organizations = []
  const select = h("select", { "aria-label": "Organization" })

  const load = async (wanted = session.organization?.uuid ?? rememberedOrganization()) => {
    organizations = await call("organizations")
    chooseOrganization(organizations.find(({ uuid }) => uuid === wanted) ?? organizations[0] ?? null)
    show()
  }
  const show = () =>
    fill(
      select,
      organizations.length === 0 ? h("option", { value: "" }, "No organization") : null,
      organizations.map(({ uuid, name, currency }) =>
        h("option", { value: uuid, selected: uuid === session.organization?.uuid }, `${name} · ${currency}`)
      ),
      h("option", { value: NEW }, "New organization …")
    )
  const create = () => newOrganisation((uuid) => load(uuid))
  select.addEventListener("change", () => {
    if (select.value === NEW) {
      show()
      create()
    } else {
      void guarded(() => load(select.value))
    }
  })
  return { element: select, load: () => load(), create }
}
