import { Input, Label } from "@medusajs/ui"
import { useId, useState } from "react"
import { useToasts } from "../../hooks/common/use-mutation-toasts"
import { useTexts } from "../../hooks/common/use-texts"
import { useCheckNow, useHealth, useTestNotification } from "../../hooks/connections/use-connections"
import { useBackfill } from "../../hooks/runs/use-runs"
import type { Connection, Health } from "../../lib/answers/connection"
import { formatTime } from "../../lib/format/time"
import { Button } from "../common/button"
import { Ago, Facts, Moment } from "../common/figures"
import { Restricted } from "../common/restricted"
import { Details, Section } from "../common/section"
import { StateBadge } from "../common/state-badge"
import { QueryResult } from "../common/states"

/** Has the POS send a test notification to the store, and shows whether it arrived. */
const TestNotification = ({ connection }: { connection: Connection }) => {
  const { t } = useTexts()
  const toasts = useToasts()
  const test = useTestNotification(connection.id)
  const send = () =>
    test.mutate(undefined, {
      onSuccess: ({ milliseconds }) => toasts.succeeded(t("health.tested", { milliseconds })),
      onError: toasts.failed,
    })
  return (
    <Button size="small" variant="secondary" isLoading={test.isPending} onClick={send}>
      {t("health.test")}
    </Button>
  )
}

/** State of a connection, refreshed while the page is visible. */
export const HealthSection = ({ connection }: { connection: Connection }) => {
  const { t } = useTexts()
  const health = useHealth(connection.id)
  return (
    <Section
      title={t("health.title")}
      hint={t("health.hint")}
      actions={
        connection.state !== "disconnected" && (
          <Restricted to="operate">
            <TestNotification connection={connection} />
          </Restricted>
        )
      }
    >
      <QueryResult query={health} lines={6}>
        {(shown) => <HealthFacts health={shown} connection={connection} />}
      </QueryResult>
    </Section>
  )
}

const HealthFacts = ({ health, connection }: { health: Health; connection: Connection }) => {
  const { time_zone: timeZone, credentials } = connection
  const { t, language } = useTexts()
  const figures = (notifications: number, since: string | null) =>
    t("health.refusedFigures", { notifications, since: since && formatTime(since, language, timeZone) })
  const resting = health.circuit_open_until !== null && new Date(health.circuit_open_until) > new Date()
  return (
    <Facts
      facts={[
        {
          label: t("health.subscription"),
          value: health.subscription_status ? (
            <StateBadge kind="subscription" state={health.subscription_status} />
          ) : (
            t("none")
          ),
        },
        {
          label: t("health.credentials"),
          value: t([`health.credentialKinds.${credentials ?? "none"}`, "unknown"]),
        },
        {
          label: t("health.destination"),
          value:
            health.subscription_destination === null ? t("none") : <Details>{health.subscription_destination}</Details>,
        },
        { label: t("health.lastNotification"), value: <Ago at={health.last_notification_at} timeZone={timeZone} /> },
        { label: t("health.lastPoll"), value: <Ago at={health.last_polled_at} timeZone={timeZone} /> },
        { label: t("health.lastReceipt"), value: <Ago at={health.last_receipt_at} timeZone={timeZone} /> },
        {
          label: t("health.inbox"),
          value: t("health.inboxFigures", { pending: health.inbox_pending, dead: health.inbox_dead }),
        },
        {
          label: t("health.outbox"),
          value: t("health.outboxFigures", { products: health.products_due, stock: health.stock_due }),
        },
        health.refused_notifications > 0
          ? { label: t("health.refused"), value: figures(health.refused_notifications, health.refused_since) }
          : null,
        health.unaddressed_notifications > 0
          ? {
              label: t("health.unaddressed"),
              value: figures(health.unaddressed_notifications, health.unaddressed_since),
            }
          : null,
        resting
          ? { label: t("health.resting"), value: <Moment at={health.circuit_open_until} timeZone={timeZone} /> }
          : null,
      ]}
    />
  )
}

/** Looks now whether notifications come and nothing was missed. */
export const CheckNow = ({ connection }: { connection: Connection }) => {
  const { t } = useTexts()
  const toasts = useToasts()
  const check = useCheckNow(connection.id)
  const look = () =>
    check.mutate(undefined, {
      onSuccess: ({ subscription, found }) =>
        toasts.succeeded(
          `${t([`catchUp.subscription.${subscription}`, "unknown"])} ${t("catchUp.found", { count: found })}`
        ),
      onError: toasts.failed,
    })
  return (
    <Button size="small" variant="secondary" isLoading={check.isPending} onClick={look}>
      {t("catchUp.check")}
    </Button>
  )
}

/** Brings older receipts into the store, without moving stock. */
export const Backfill = ({ connection }: { connection: Connection }) => {
  const { t } = useTexts()
  const toasts = useToasts()
  const backfill = useBackfill(connection.id)
  const [since, setSince] = useState("")
  const id = useId()
  const bring = () =>
    backfill.mutate(since, { onSuccess: () => toasts.succeeded(t("catchUp.backfilling")), onError: toasts.failed })
  return (
    <div className="flex flex-wrap items-end gap-2 px-6 py-4">
      <div className="flex flex-col gap-y-1">
        <Label htmlFor={id} size="small">
          {t("catchUp.since")}
        </Label>
        <Input id={id} type="date" value={since} onChange={({ target }) => setSince(target.value)} />
      </div>
      <Button size="small" variant="secondary" disabled={since === ""} isLoading={backfill.isPending} onClick={bring}>
        {t("catchUp.backfill")}
      </Button>
    </div>
  )
}
