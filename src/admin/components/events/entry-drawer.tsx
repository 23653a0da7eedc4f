import { Heading, Label, Switch } from "@medusajs/ui"
import { useId, useState } from "react"
import { Button } from "../common/button"
import { maskPersonalData } from "../../../contract/personal-data"
import { useToasts } from "../../hooks/common/use-mutation-toasts"
import { DismissDrawer, useUndoDismissal } from "../common/dismiss-drawer"
import { useTexts } from "../../hooks/common/use-texts"
import { useNamedInUrl } from "../../hooks/common/use-url-state"
import { useDismiss, useInboxEntry, useReplay } from "../../hooks/events/use-inbox-entries"
import type { Connection } from "../../lib/answers/connection"
import type { InboxEntry } from "../../lib/answers/events"
import { Facts, Moment } from "../common/figures"
import { DrawerInUrl } from "../common/form-drawer"
import { Reason } from "../common/reason"
import { Details } from "../common/section"
import { StateBadge } from "../common/state-badge"
import { QueryResult } from "../common/states"
import { Restricted } from "../common/restricted"

const INDENT = 2

/** The received payload as text, folded. What may identify a person is hidden until the user shows it. */
const Payload = ({ payload }: { payload: unknown }) => {
  const { t } = useTexts()
  const [unfolded, setUnfolded] = useState(false)
  const id = useId()
  return (
    <details className="border-t px-6 py-4">
      <summary className="txt-compact-small text-ui-fg-subtle w-fit cursor-pointer underline">{t("details")}</summary>
      <div className="mt-3 flex items-center justify-between gap-4">
        <Heading level="h3">{t("inbox.payload")}</Heading>
        <div className="flex items-center gap-x-2">
          <Switch id={id} size="small" checked={unfolded} onCheckedChange={setUnfolded} />
          <Label htmlFor={id} size="small">
            {t("inbox.showPersonal")}
          </Label>
        </div>
      </div>
      <pre
        tabIndex={0}
        aria-label={t("inbox.payload")}
        className="bg-ui-bg-component txt-compact-small mt-3 max-h-[60vh] overflow-auto whitespace-pre-wrap break-all rounded-md p-3 font-mono"
      >
        {JSON.stringify(unfolded ? payload : maskPersonalData(payload), null, INDENT)}
      </pre>
    </details>
  )
}

/** The entry that the URL names, beside the list. */
export const EntryDrawer = ({ connection }: { connection: Connection }) => {
  const { t } = useTexts()
  const entryInUrl = useNamedInUrl("entry")
  const entry = useInboxEntry(entryInUrl.id)
  return (
    <DrawerInUrl
      named={entryInUrl}
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
  const { undo, isPending } = useUndoDismissal("inbox-entries", entry.connection_id)
  const toasts = useToasts()
  const [dismissing, setDismissing] = useState(false)
  const entries = { connection_id: entry.connection_id, ids: [entry.id] }
  const retry = () =>
    replay.mutate(entries, {
      onSuccess: ({ replayed }) => toasts.counted(replayed, t("inbox.replayed", { count: replayed })),
      onError: toasts.failed,
    })
  const setAside = (reason: string | undefined) =>
    dismiss.mutate(
      { ...entries, reason },
      {
        onSuccess: ({ dismissed }) => {
          toasts.counted(dismissed, t("inbox.dismissed", { count: dismissed }))
          setDismissing(false)
        },
      }
    )
  return (
    <Restricted to="operate">
      {entry.state === "dead" && (
        <Button size="small" variant="secondary" onClick={() => setDismissing(true)}>
          {t("inbox.dismiss")}
        </Button>
      )}
      {entry.state === "dismissed" && (
        <Button size="small" variant="secondary" onClick={() => undo([entry.id])} isLoading={isPending}>
          {t("dismissal.undo")}
        </Button>
      )}
      <Button size="small" onClick={retry} isLoading={replay.isPending}>
        {t("inbox.replay")}
      </Button>
      <DismissDrawer
        open={dismissing}
        onClose={() => setDismissing(false)}
        title={t("inbox.dismiss")}
        saving={dismiss}
        onSave={setAside}
      />
    </Restricted>
  )
}

const EntryFacts = ({ entry, timeZone }: { entry: InboxEntry; timeZone: string | null }) => {
  const { t } = useTexts()
  return (
    <Facts
      facts={[
        {
          label: t("inbox.state"),
          value: (
            <>
              <StateBadge kind="entry" state={entry.state} />
              {entry.dismissal_reason && <span className="block whitespace-pre-wrap">{entry.dismissal_reason}</span>}
            </>
          ),
        },
        entry.reason ? { label: t("inbox.reason"), value: <Reason text={entry.reason} /> } : null,
        { label: t("inbox.attempts"), value: entry.attempts },
        { label: t("inbox.receivedAt"), value: <Moment at={entry.created_at} timeZone={timeZone} /> },
        { label: t("inbox.handledAt"), value: <Moment at={entry.handled_at} timeZone={timeZone} /> },
        entry.state === "pending" && entry.next_attempt_at
          ? { label: t("inbox.nextAttemptAt"), value: <Moment at={entry.next_attempt_at} timeZone={timeZone} /> }
          : null,
        { label: t("inbox.about"), value: <Details>{entry.aggregate}</Details> },
      ]}
    />
  )
}
