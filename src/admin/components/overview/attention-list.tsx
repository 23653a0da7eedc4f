import { Alert, Text } from "@medusajs/ui"
import { Link } from "react-router-dom"
import { useTexts } from "../../hooks/common/use-texts"
import { useAttention } from "../../hooks/connections/use-connections"
import { useReasonWords } from "../../hooks/common/use-reason-words"
import type { Attention, Connection } from "../../lib/answers/connection"
import { formatAgo, formatDay, formatTime } from "../../lib/format/time"
import { reasonsIn } from "../../../vocabulary/reasons"
import { attentionPath } from "./attention-path"
import { nameOf } from "../../lib/connection-name"
import { Remedy } from "../common/remedy"

/** What needs a person, each with the page where it is mended; of several connections with whose it is. */
export const AttentionList = ({ connections }: { connections: Connection[] }) => {
  const { t, language } = useTexts()
  const { data = [] } = useAttention()
  const reasonWords = useReasonWords()
  const wordsOf = ({ kind, reason }: Attention) => {
    if (kind === "credentials_end" && reason !== null) {
      return formatDay(reason, language)
    }
    return reason !== null && reasonsIn(reason).length > 0 ? reasonWords(reason) : ""
  }
  const theirs = connections.flatMap((connection) =>
    data
      .filter(({ connection_id }) => connection_id === connection.id)
      .map((issue) => ({ ...issue, said: wordsOf(issue), connection }))
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
        {theirs.map(({ kind, count, since, said, reason, connection }) => (
          <li key={`${connection.id} ${kind}`} className="txt-small break-words">
            {connections.length > 1 && <span className="txt-small-plus">{nameOf(connection)}: </span>}
            <Link className="text-ui-fg-base underline" to={attentionPath(kind, connection.id)}>
              {t([`attention.${kind}`, "unknown"], { count })}
            </Link>
            {said && <span className="text-ui-fg-subtle"> {said}</span>}
            {since && (
              <time className="text-ui-fg-subtle" dateTime={since} title={formatAgo(since, language, new Date())}>
                {" "}
                · {t("attention.since", { at: formatTime(since, language, connection.time_zone) })}
              </time>
            )}
            <Remedy raw={reason}>{t(`remedies.attention.${kind}`, { defaultValue: "" })}</Remedy>
          </li>
        ))}
      </ul>
    </Alert>
  )
}
