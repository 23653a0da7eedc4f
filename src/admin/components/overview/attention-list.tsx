import { Alert, Text } from "@medusajs/ui"
import { Link } from "react-router-dom"
import { useTexts } from "../../hooks/common/use-texts"
import { useAttention } from "../../hooks/connections/use-connections"
import type { Connection } from "../../lib/answers/connection"
import { formatAgo, formatTime } from "../../lib/format/time"
import { saidAndRaw } from "../../../vocabulary/reasons"
import { attentionPath } from "./attention-path"
import { nameOf } from "../../lib/connection-name"
import { Remedy } from "../common/remedy"

/** What needs a person, each with the page where it is mended; of several connections with whose it is. */
export const AttentionList = ({ connections }: { connections: Connection[] }) => {
  const { t, language } = useTexts()
  const { data = [] } = useAttention()
  const theirs = connections.flatMap((connection) =>
    data
      .filter(({ connection_id }) => connection_id === connection.id)
      .map(({ reason, ...one }) => ({ ...one, ...saidAndRaw(reason ?? ""), connection }))
  )
  if (theirs.length === 0) {
    return null
  }
  return (
    <Alert variant="warning">
      <Text size="small" weight="plus">
        {t("attention.title")}
      </Text>
      <ul className="mt-1 flex flex-col gap-y-1">
        {theirs.map(({ kind, count, since, said, raw, connection }) => (
          <li key={`${connection.id} ${kind}`} className="txt-small break-words">
            {connections.length > 1 && <span className="txt-small-plus">{nameOf(connection)}: </span>}
            <Link className="text-ui-fg-base underline" to={attentionPath(kind, connection.id)}>
              {t(`attention.${kind}`, { count, defaultValue: kind })}
            </Link>
            {said && <span className="text-ui-fg-subtle"> {said}</span>}
            {since && (
              <time className="text-ui-fg-subtle" dateTime={since} title={formatAgo(since, language, new Date())}>
                {" "}
                · {t("attention.since", { at: formatTime(since, language, connection.time_zone) })}
              </time>
            )}
            <Remedy raw={raw}>{t(`remedies.attention.${kind}`, { defaultValue: "" })}</Remedy>
          </li>
        ))}
      </ul>
    </Alert>
  )
}
