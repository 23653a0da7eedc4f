import { Alert, Text } from "@medusajs/ui"
import { useTexts } from "../../hooks/common/use-texts"
import { useOutages } from "../../hooks/connections/use-connections"
import { formatTime } from "../../lib/format/time"
import { Details } from "./details"

/** Since when the POS does not answer, while it does not; nothing otherwise. */
export const OutageNotice = () => {
  const { t, language } = useTexts()
  const { data = [] } = useOutages()
  const [longest] = data
  if (!longest) {
    return null
  }
  return (
    <Alert variant="error" role="alert">
      <Text size="small" weight="plus">
        {t("unreachable.title", { since: formatTime(longest.since, language, null) })}
      </Text>
      <Text size="small" className="text-ui-fg-subtle">
        {t("unreachable.hint")}
      </Text>
      <Details>{data.map(({ address, reason }) => `${address}: ${reason}`).join("\n")}</Details>
    </Alert>
  )
}
