import { defineWidgetConfig } from "@medusajs/admin-sdk"
import { AttentionNotice } from "../components/widgets/attention-notice"

/** At the top of every page, while a connection waits for a person: what for, and where. Otherwise nothing. */
const TopbarNotice = () => <AttentionNotice />

export const config = defineWidgetConfig({ zone: "topbar", id: "pos:attention-notice" })

export default TopbarNotice
