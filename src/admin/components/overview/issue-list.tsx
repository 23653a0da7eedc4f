import { Alert, Button, Text } from "@medusajs/ui"
import { useState } from "react"
import { Link } from "react-router-dom"
import { URGENCIES } from "../../../contract/monitoring"
import { reasonsIn } from "../../../contract/reasons"
import { useTexts } from "../../hooks/common/use-texts"
import { useIssues } from "../../hooks/connections/use-connections"
import type { Issue, Connection } from "../../lib/answers/connection"
import { getName } from "../../lib/connections"
import { formatAgo, formatDay, formatTime } from "../../lib/format/time"
import { Remedy, useReasonWords } from "../common/reason"

type ShownIssue = Issue & { connection: Connection }

/** More than these are shown on request, so that the page is not lost below the issues of many connections. */
const SHOWN_AT_FIRST = 10

/**
 * What needs a person, most urgent first, each with the page where it is fixed; of several connections under its urgency
 * and with whose it is.
 */
export const IssueList = ({ connections }: { connections: Connection[] }) => {
  const { t } = useTexts()
  const { data = [] } = useIssues()
  const [isWhole, setIsWhole] = useState(false)
  const theirs = data.flatMap((issue): ShownIssue[] =>
    connections.filter(({ id }) => id === issue.connection_id).map((connection) => ({ ...issue, connection }))
  )
  if (theirs.length === 0) {
    return null
  }
  const ofSeveral = connections.length > 1
  const shownIssues = isWhole ? theirs : theirs.slice(0, SHOWN_AT_FIRST)
  return (
    <Alert variant="warning">
      <Text size="small" weight="plus">
        {t("issues.title")}
      </Text>
      {ofSeveral ? (
        URGENCIES.map((urgency) => (
          <Issues
            key={urgency}
            title={t(`urgencies.${urgency}`)}
            issues={shownIssues.filter((issue) => issue.urgency === urgency)}
          />
        ))
      ) : (
        <Issues issues={shownIssues} />
      )}
      {shownIssues.length < theirs.length && (
        <Button size="small" variant="secondary" className="mt-3" onClick={() => setIsWhole(true)}>
          {t("issues.showAll", { number: theirs.length })}
        </Button>
      )}
    </Alert>
  )
}

/** @param title of issues of several connections, which are named then */
const Issues = ({ title, issues }: { title?: string; issues: ShownIssue[] }) => {
  const { t, language } = useTexts()
  const reasonWords = useReasonWords()
  const toWords = ({ kind, reason }: Issue) => {
    if (kind === "credentials_end" && reason !== null) {
      return formatDay(reason, language)
    }
    return reason !== null && reasonsIn(reason).length > 0 ? reasonWords(reason) : ""
  }
  if (issues.length === 0) {
    return null
  }
  return (
    <>
      {title !== undefined && (
        <Text size="xsmall" weight="plus" className="text-ui-fg-subtle mt-2">
          {title}
        </Text>
      )}
      <ul className="mt-1 flex flex-col gap-y-1" aria-label={title}>
        {issues.map((issue) => {
          const { kind, count, since, reason, connection } = issue
          const said = toWords(issue)
          return (
            <li key={`${connection.id} ${kind}`} className="txt-small break-words">
              {title !== undefined && <span className="txt-small-plus">{getName(connection)}: </span>}
              <Link className="text-ui-fg-base underline" to={toIssuePath(kind, connection.id)}>
                {t([`issues.${kind}`, "unknown"], { count })}
              </Link>
              {said && <span className="text-ui-fg-subtle"> {said}</span>}
              {since && (
                <time className="text-ui-fg-subtle" dateTime={since} title={formatAgo(since, language, new Date())}>
                  {" "}
                  · {t("issues.since", { at: formatTime(since, language, connection.time_zone) })}
                </time>
              )}
              <Remedy raw={reason}>{t(`remedies.issues.${kind}`, { defaultValue: "" })}</Remedy>
            </li>
          )
        })}
      </ul>
    </>
  )
}

const PATHS: Record<string, (connectionId: string) => string> = {
  inbox_waiting: (id) => `/pos/events?connection=${id}&state=%22pending%22`,
  products_waiting: (id) => `/pos/catalog?connection=${id}&state=%22pending%22`,
  stock_waiting: (id) => `/pos/catalog?connection=${id}`,
  changes_held: (id) => `/pos/catalog/held-changes?connection=${id}`,
  stock_differs: (id) => `/pos/stock?connection=${id}`,
  money_differs: (id) => `/pos/reconciliation?connection=${id}`,
  stock_check_overdue: (id) => `/pos/stock?connection=${id}`,
  gift_cards_stale: (id) => `/pos/gift-cards?connection=${id}`,
  payouts_stale: (id) => `/pos/payouts?connection=${id}`,
  gift_cards_missing: (id) => `/pos/gift-cards?connection=${id}`,
  runs_standing: (id) => `/pos/catalog?connection=${id}`,
  plan_waiting: (id) => `/settings/pos/${id}/plan`,
  dead_entries: (id) => `/pos/events?connection=${id}&state=%22dead%22`,
  pending_refunds: (id) => `/pos/receipts?connection=${id}&state=%22pending%22`,
  rejected_products: (id) => `/pos/catalog?connection=${id}&state=%22rejected%22`,
  stock_errors: (id) => `/pos/catalog?connection=${id}`,
}

/** The page on which an issue is fixed; the connection's settings for issues without a list. */
export function toIssuePath(kind: string, connectionId: string): string {
  return PATHS[kind]?.(connectionId) ?? `/settings/pos/${connectionId}`
}
