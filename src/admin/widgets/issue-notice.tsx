import { defineWidgetConfig } from "@medusajs/admin-sdk"
import { IssueNotice } from "../components/widgets/issue-notice"
import { Permitted } from "../components/common/restricted"

/** At the top of every page, while a connection waits for a person: what for, and where. Otherwise nothing. */
const TopbarNotice = () => (
  <Permitted to="view">
    <IssueNotice />
  </Permitted>
)

export const config = defineWidgetConfig({ zone: "topbar", id: "pos:issue-notice" })

export default TopbarNotice
