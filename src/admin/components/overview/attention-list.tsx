import { Alert, Text } from "@medusajs/ui"
import { useTranslation } from "react-i18next"
import { Link } from "react-router-dom"
import { useAttention } from "../../hooks/connections/use-connections"
import { attentionPath } from "./attention-path"

/** What needs a person, each with the page where it is mended. Nothing is shown where nothing does. */
export const AttentionList = ({ connectionId }: { connectionId: string }) => {
  const { t } = useTranslation("pos")
  const { data = [] } = useAttention()
  const mine = data.filter(({ connection_id }) => connection_id === connectionId)
  if (mine.length === 0) {
    return null
  }
  return (
    <Alert variant="warning">
      <Text size="small" weight="plus">
        {t("attention.title")}
      </Text>
      <ul className="mt-1 flex flex-col gap-y-1">
        {mine.map(({ kind, count, reason }) => (
          <li key={kind} className="txt-small break-words">
            <Link className="text-ui-fg-base underline" to={attentionPath(kind, connectionId)}>
              {t(`attention.${kind}`, { count, defaultValue: kind })}
            </Link>
            {reason && <span className="text-ui-fg-subtle"> {reason}</span>}
          </li>
        ))}
      </ul>
    </Alert>
  )
}
