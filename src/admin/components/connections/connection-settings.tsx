import { createDataTableColumnHelper } from "@medusajs/ui"
import { useMemo } from "react"
import { Link } from "react-router-dom"
import { Button } from "../common/button"
import { BOOK_KINDS } from "../../../contract/accounting"
import { type ListQuery, useList, useListParams } from "../../hooks/common/use-list"
import { useToasts } from "../../hooks/common/use-mutation-toasts"
import { useTexts } from "../../hooks/common/use-texts"
import { useApiKey, useConnection, usePause, useRotateKey, useService } from "../../hooks/connections/use-connections"
import { useInboundSettings, useSaveInboundSettings } from "../../hooks/settings/use-settings"
import type { Connection } from "../../lib/answers/connection"
import { activitiesAnswerSchema, type Activity } from "../../lib/answers/events"
import { getName, pathOfWizard } from "../../lib/connections"
import { posKeys } from "../../lib/http/query-keys"
import { ActivityFacts } from "../activities/activity-facts"
import { PushRuns } from "../runs/run-progress"
import { Moment } from "../common/figures"
import { FormDrawer } from "../common/form-drawer"
import { List } from "../common/list"
import { Section } from "../common/section"
import { StateBadge } from "../common/state-badge"
import { QueryResult } from "../common/states"
import { IssueList } from "../overview/issue-list"
import { AccountingFields } from "../settings/accounting-fields"
import { CopySettings } from "../settings/copy-settings"
import { MirrorSection } from "../settings/mirror-section"
import { PushSection } from "../settings/push-section"
import { SettingsSection } from "../settings/settings-section"
import { SignInButton } from "../sign-in/sign-in"
import { Backfill, CheckNow, HealthSection } from "./health-section"
import { ConnectionFacts, GroupChoice } from "./connection-facts"
import { Disconnect } from "./disconnect"
import { KeyStep } from "./wizard-steps"
import { ProfileWarning } from "./profile-warning"
import { SharedStock } from "./shared-stock"
import { Permitted, Restricted } from "../common/restricted"

const column = createDataTableColumnHelper<Activity>()

function useActivityColumns(timeZone: string | null) {
  const { t } = useTexts()
  return useMemo(
    () => [
      column.accessor("kind", {
        header: t("activities.what"),
        cell: ({ getValue }) => <span className="text-nowrap">{t([`activities.kinds.${getValue()}`, "unknown"])}</span>,
      }),
      column.accessor("begun_at", {
        header: t("activities.at"),
        cell: ({ getValue }) => <Moment at={getValue()} timeZone={timeZone} />,
      }),
      column.accessor("actor_name", {
        header: t("activities.by"),
        cell: ({ row: { original } }) => {
          const name = original.actor_name ?? original.actor_id
          return (
            <span className="block max-w-48 truncate" title={name}>
              {name}
            </span>
          )
        },
      }),
      column.accessor("state", {
        header: t("activities.state"),
        cell: ({ getValue }) => <StateBadge kind="activity" state={getValue()} />,
      }),
      column.display({
        id: "facts",
        header: t("activities.details"),
        cell: ({ row }) => <ActivityFacts activity={row.original} timeZone={timeZone} />,
      }),
    ],
    [t, timeZone]
  )
}

/** Puts another key in the place of the stored one. The old one is never shown. */
const RotateKey = ({ connection }: { connection: Connection }) => {
  const { t } = useTexts()
  const service = useService()
  const rotate = useRotateKey(connection.id)
  const key = useApiKey(service.data?.required_scopes ?? [])
  return (
    <FormDrawer
      needs="manage"
      opens={t("rotate.title")}
      title={t("rotate.title")}
      hint={t("rotate.hint")}
      saves={t("rotate.save")}
      canSave={key.apiKey !== ""}
      isChanged={key.apiKey !== ""}
      saved={t("rotate.done")}
      saving={rotate}
      onSave={(onSuccess) => key.check() && rotate.mutate(key.apiKey, { onSuccess })}
      onShow={() => key.paste("")}
    >
      <QueryResult query={service}>
        {(shown) => (
          <>
            {shown.can_sign_in && <SignInButton connectionId={connection.id} />}
            <KeyStep service={shown} pasted={key} />
          </>
        )}
      </QueryResult>
    </FormDrawer>
  )
}

/** How the POS is booked: an account for each kind, and the days that are closed. */
const AccountingSection = ({ connection }: { connection: Connection }) => {
  const { t } = useTexts()
  const settings = useInboundSettings(connection.id)
  const save = useSaveInboundSettings(connection.id)
  return (
    <SettingsSection
      name="accounting"
      settings={settings}
      save={save}
      facts={({ accounting }) => [
        ...BOOK_KINDS.flatMap((kind) => {
          const account = accounting.accounts[kind]
          return account === undefined ? [] : [{ label: t(`accounting.kinds.${kind}`), value: account }]
        }),
        ...accounting.rates.map(({ rate, sales, vat }) => ({
          label: t("accounting.atRate", { rate }),
          value: `${sales} / ${vat}`,
        })),
        {
          label: t("accounting.lockedUntil.label"),
          value: accounting.locked_until ?? t("accounting.lockedUntil.open"),
        },
      ]}
    >
      {({ accounting }, change) => (
        <AccountingFields
          country={connection.country_code}
          accounting={accounting}
          onChange={(changed) => change({ accounting: changed })}
        />
      )}
    </SettingsSection>
  )
}

/** Who decided what of a connection, and when. */
const ActivityList = ({ connection }: { connection: Connection }) => {
  const { t } = useTexts()
  const { limit, offset } = useListParams()
  const activities = useActivities({ connection_id: connection.id, limit, offset })
  const columns = useActivityColumns(connection.time_zone)
  return (
    <div id="activities">
      <List
        heading={t("activities.title")}
        headingLevel="h2"
        subHeading={t("activities.hint")}
        action={{ label: t("activities.export"), to: `/pos/payouts?connection=${connection.id}` }}
        query={activities}
        rows={activities.data?.activities}
        counted={activities.data}
        columns={columns}
        empty={{ heading: t("activities.empty"), description: t("activities.hint") }}
      />
    </div>
  )
}

/** Who decided what, the latest first. */
function useActivities(query: ListQuery) {
  return useList({
    key: posKeys.activities(query),
    schema: activitiesAnswerSchema,
    path: "/admin/pos/activities",
    query,
  })
}

/** Pauses or resumes a connection. */
const PauseButton = ({ connection }: { connection: Connection }) => {
  const { t } = useTexts()
  const toasts = useToasts()
  const pause = usePause(connection.id)
  const action = connection.state === "paused" ? "resume" : "pause"
  return (
    <Button
      size="small"
      variant="secondary"
      isLoading={pause.isPending}
      onClick={() =>
        pause.mutate(action, { onSuccess: () => toasts.succeeded(t(`pause.${action}d`)), onError: toasts.failed })
      }
    >
      {t(`pause.${action}`)}
    </Button>
  )
}

/** A connection without credentials opens the wizard, filled in with its own places and settings. */
const ConnectAgain = ({ connection }: { connection: Connection }) => {
  const { t } = useTexts()
  return (
    <Button size="small" variant="secondary" asChild>
      <Link to={pathOfWizard({ connectionId: connection.id })}>{t("settings.connectAgain")}</Link>
    </Button>
  )
}

/** One connection: how it is, what it is, and what can be done with it. */
export const ConnectionSettings = ({ id }: { id: string }) => {
  const { t } = useTexts()
  const connection = useConnection(id)
  return (
    <QueryResult query={connection} lines={8}>
      {(shown) => (
        <div className="flex flex-col gap-y-3">
          <IssueList connections={[shown]} />
          <ProfileWarning connection={shown} />
          <Section
            level="h1"
            title={getName(shown)}
            actions={
              <>
                <StateBadge kind="connection" state={shown.state} />
                {shown.state !== "disconnected" && (
                  <Restricted to="operate">
                    <PauseButton connection={shown} />
                  </Restricted>
                )}
                {shown.credentials === null ? (
                  <Permitted to="manage">
                    <ConnectAgain connection={shown} />
                  </Permitted>
                ) : (
                  <RotateKey connection={shown} />
                )}
                <GroupChoice connection={shown} />
                <CopySettings connection={shown} />
              </>
            }
          >
            <ConnectionFacts connection={shown} />
          </Section>
          <SharedStock connection={shown} />
          {shown.state !== "disconnected" && <HealthSection connection={shown} />}
          <PushRuns connection={shown} />
          <div className="grid grid-cols-1 gap-3 xl:grid-cols-2">
            <PushSection connection={shown} />
            <MirrorSection connection={shown} />
            <AccountingSection connection={shown} />
          </div>
          {shown.state === "active" && (
            <Section
              title={t("catchUp.title")}
              hint={t("catchUp.hint")}
              actions={
                <Restricted to="operate">
                  <CheckNow connection={shown} />
                </Restricted>
              }
            >
              <Restricted to="operate">
                <Backfill connection={shown} />
              </Restricted>
            </Section>
          )}
          <ActivityList connection={shown} />
          {shown.state !== "disconnected" && (
            <Section
              title={t("disconnect.title")}
              hint={t("disconnect.hint")}
              actions={
                <Restricted to="manage">
                  <Disconnect connection={shown} />
                </Restricted>
              }
            />
          )}
        </div>
      )}
    </QueryResult>
  )
}
