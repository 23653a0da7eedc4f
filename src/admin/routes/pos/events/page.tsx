import { defineRouteConfig } from "@medusajs/admin-sdk"
import { Crumb } from "../../../components/common/crumb"
import { lazyPage } from "../../../components/common/lazy"

const Content = lazyPage(() => import("../../../pages/events"))

const Inbox = () => <Content />

export const config = defineRouteConfig({ label: "menu.inbox", translationNs: "pos", rank: 9 })

export const handle = { breadcrumb: () => <Crumb name="inbox" /> }

export default Inbox
