import { Button, Drawer } from "@medusajs/ui"
import { useTranslation } from "react-i18next"
import { useNamedInUrl } from "../../hooks/use-named-in-url"
import { useTold } from "../../hooks/use-told"
import { useInboxEntry, useReplay } from "../../hooks/use-lists"
import type { Connection } from "../../lib/answers/connection"
import type { InboxEntry } from "../../lib/answers/inbox-entry"
import { Facts } from "../facts"
import { Moment } from "../moment"
import { Reading } from "../reading"
import { StateBadge } from "../state-badge"
import { Payload } from "./payload"

/** The entry that the URL names, beside the list. */
export const EntryDrawer = ({ connection }: { connection: Connection }) => {
  const { t } = useTranslation("pos")
  const { id, close } = useNamedInUrl("entry")
  const entry = useInboxEntry(id)
  return (
    <Drawer open={id !== ""} onOpenChange={(open) => !open && close()}>
      <Drawer.Content>
        <Drawer.Header>
          <Drawer.Title>
            {t(`events.${entry.data?.event_name}`, { defaultValue: entry.data?.event_name ?? t("menu.inbox") })}
          </Drawer.Title>
          <Drawer.Description>{t("inbox.entryHint")}</Drawer.Description>
        </Drawer.Header>
        <Drawer.Body className="overflow-y-auto p-0">
          <Reading query={entry} lines={8}>
            {(shown) => (
              <>
                <EntryFacts entry={shown} timeZone={connection.time_zone} />
                <Payload key={shown.id} payload={shown.payload} />
              </>
            )}
          </Reading>
        </Drawer.Body>
        <Drawer.Footer>
          <Drawer.Close asChild>
            <Button size="small" variant="secondary">
              {t("actions.close")}
            </Button>
          </Drawer.Close>
          {entry.data?.state === "dead" && <ReplayOne entry={entry.data} />}
        </Drawer.Footer>
      </Drawer.Content>
    </Drawer>
  )
}

const ReplayOne = ({ entry }: { entry: InboxEntry }) => {
  const { t } = useTranslation("pos")
  const replay = useReplay()
  const told = useTold()
  const retry = () =>
    replay.mutate(
      { connection_id: entry.connection_id, ids: [entry.id] },
      {
        onSuccess: ({ replayed }) => told.succeeded(t("inbox.replayed", { count: replayed })),
        onError: told.failed,
      }
    )
  return (
    <Button size="small" onClick={retry} isLoading={replay.isPending}>
      {t("inbox.replay")}
    </Button>
  )
}

const EntryFacts = ({ entry, timeZone }: { entry: InboxEntry; timeZone: string | null }) => {
  const { t } = useTranslation("pos")
  return (
    <Facts
      facts={[
        { label: t("inbox.state"), value: <StateBadge of="entry" state={entry.state} /> },
        ...(entry.reason ? [{ label: t("inbox.reason"), value: entry.reason }] : []),
        { label: t("inbox.attempts"), value: entry.attempts },
        { label: t("inbox.receivedAt"), value: <Moment at={entry.created_at} timeZone={timeZone} /> },
        { label: t("inbox.handledAt"), value: <Moment at={entry.handled_at} timeZone={timeZone} /> },
        ...(entry.state === "pending" && entry.next_attempt_at
          ? [{ label: t("inbox.nextAttemptAt"), value: <Moment at={entry.next_attempt_at} timeZone={timeZone} /> }]
          : []),
        { label: t("inbox.about"), value: entry.aggregate },
      ]}
    />
  )
}
