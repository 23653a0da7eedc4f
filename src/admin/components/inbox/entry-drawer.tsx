import { Button } from "@medusajs/ui"
import { useNamedInUrl } from "../../hooks/common/use-named-in-url"
import { useTexts } from "../../hooks/common/use-texts"
import { useToasts } from "../../hooks/common/use-toasts"
import { useDismiss, useInboxEntry, useReplay } from "../../hooks/inbox/use-inbox-entries"
import type { Connection } from "../../lib/answers/connection"
import type { InboxEntry } from "../../lib/answers/inbox-entry"
import { DrawerInUrl } from "../common/drawer-in-url"
import { Details } from "../common/details"
import { Facts } from "../common/facts"
import { Moment } from "../common/moment"
import { QueryResult } from "../common/query-result"
import { Reason } from "../common/reason"
import { StateBadge } from "../common/state-badge"
import { Payload } from "./payload"

/** The entry that the URL names, beside the list. */
export const EntryDrawer = ({ connection }: { connection: Connection }) => {
  const { t } = useTexts()
  const named = useNamedInUrl("entry")
  const entry = useInboxEntry(named.id)
  return (
    <DrawerInUrl
      named={named}
      title={entry.data ? t([`events.${entry.data.event_name}`, "unknown"]) : t("menu.inbox")}
      description={t("inbox.entryHint")}
      after={(entry.data?.state === "dead" || entry.data?.state === "dismissed") && <EntryActions entry={entry.data} />}
    >
      <QueryResult query={entry} lines={8}>
        {(shown) => (
          <>
            <EntryFacts entry={shown} timeZone={connection.time_zone} />
            <Payload key={shown.id} payload={shown.payload} />
          </>
        )}
      </QueryResult>
    </DrawerInUrl>
  )
}

const EntryActions = ({ entry }: { entry: InboxEntry }) => {
  const { t } = useTexts()
  const replay = useReplay()
  const dismiss = useDismiss()
  const toasts = useToasts()
  const entries = { connection_id: entry.connection_id, ids: [entry.id] }
  const retry = () =>
    replay.mutate(entries, {
      onSuccess: ({ replayed }) => toasts.succeeded(t("inbox.replayed", { count: replayed })),
      onError: toasts.failed,
    })
  const setAside = () =>
    dismiss.mutate(entries, {
      onSuccess: ({ dismissed }) => toasts.succeeded(t("inbox.dismissed", { count: dismissed })),
      onError: toasts.failed,
    })
  return (
    <>
      {entry.state === "dead" && (
        <Button size="small" variant="secondary" onClick={setAside} isLoading={dismiss.isPending}>
          {t("inbox.dismiss")}
        </Button>
      )}
      <Button size="small" onClick={retry} isLoading={replay.isPending}>
        {t("inbox.replay")}
      </Button>
    </>
  )
}

const EntryFacts = ({ entry, timeZone }: { entry: InboxEntry; timeZone: string | null }) => {
  const { t } = useTexts()
  return (
    <Facts
      facts={[
        { label: t("inbox.state"), value: <StateBadge of="entry" state={entry.state} /> },
        ...(entry.reason ? [{ label: t("inbox.reason"), value: <Reason text={entry.reason} /> }] : []),
        { label: t("inbox.attempts"), value: entry.attempts },
        { label: t("inbox.receivedAt"), value: <Moment at={entry.created_at} timeZone={timeZone} /> },
        { label: t("inbox.handledAt"), value: <Moment at={entry.handled_at} timeZone={timeZone} /> },
        ...(entry.state === "pending" && entry.next_attempt_at
          ? [{ label: t("inbox.nextAttemptAt"), value: <Moment at={entry.next_attempt_at} timeZone={timeZone} /> }]
          : []),
        { label: t("inbox.about"), value: <Details>{entry.aggregate}</Details> },
      ]}
    />
  )
}
