import { defineRouteConfig } from "@medusajs/admin-sdk"
import { BuildingStorefront } from "@medusajs/icons"
import { Crumb } from "../../components/common/crumb"
import { lazyPage } from "../../components/common/lazy"

const Content = lazyPage(() => import("../../pages/overview"))

const Overview = () => <Content />

export const config = defineRouteConfig({ label: "menu.pos", icon: BuildingStorefront, translationNs: "pos" })

export const handle = { breadcrumb: () => <Crumb name="pos" /> }

export default Overview
