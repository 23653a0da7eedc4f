import { Alert, Text } from "@medusajs/ui"
import type { ReactNode } from "react"
import type { Permission } from "../../../contract/permissions"
import { useTexts } from "../../hooks/common/use-texts"
import { useOutages, useSharedTimeZone } from "../../hooks/connections/use-connections"
import { formatTime } from "../../lib/format/time"
import { PermittedPage } from "./restricted"
import { Details } from "./section"

/** Since when the POS does not answer and what waits, while it does not; nothing otherwise. */
const OutageNotice = () => {
  const { t, language } = useTexts()
  const { data } = useOutages()
  const timeZone = useSharedTimeZone()
  const { outages = [], waiting } = data ?? {}
  const [longest] = outages
  if (!longest) {
    return null
  }
  const { products = 0, variants = 0 } = waiting ?? {}
  return (
    <Alert variant="error" role="alert">
      <Text size="small" weight="plus">
        {t("unreachable.title", { since: formatTime(longest.since, language, timeZone) })}
      </Text>
      <Text size="small" className="text-ui-fg-subtle">
        {t("unreachable.hint")}
      </Text>
      {products > 0 && <Text size="small">{t("unreachable.products", { count: products })}</Text>}
      {variants > 0 && <Text size="small">{t("unreachable.variants", { count: variants })}</Text>}
      <Details>{outages.map(({ address, reason }) => `${address}: ${reason}`).join("\n")}</Details>
    </Alert>
  )
}

/** A page of the plugin for those who have its right, below what concerns all pages: that the POS does not answer. */
export const PosPage = ({ needs = "view", children }: { needs?: Permission | undefined; children: ReactNode }) => (
  <div className="flex flex-col gap-y-3">
    <PermittedPage to="view">
      <OutageNotice />
      <PermittedPage to={needs}>{children}</PermittedPage>
    </PermittedPage>
  </div>
)
