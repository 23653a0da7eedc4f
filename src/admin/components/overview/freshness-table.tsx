import { Container, createDataTableColumnHelper } from "@medusajs/ui"
import { useMemo } from "react"
import { Link } from "react-router-dom"
import { useTexts } from "../../hooks/common/use-texts"
import { type Freshness, useFreshness } from "../../hooks/overview/use-overview"
import type { Connection } from "../../lib/answers/connection"
import { formatAgo } from "../../lib/format/time"
import { DataTable } from "../common/data-table"
import { Failure } from "../common/failure"
import { Ago } from "../common/figures"
import { useNamedParts } from "../common/list"
import { Reason } from "../common/reason"
import { StateBadge } from "../common/state-badge"

type Row = Freshness & { id: string }

/** The page that lists the records of a stream. */
const PAGES = new Map([
  ["products_out", "catalog"],
  ["stock_out", "stock"],
  ["sales_in", "receipts"],
  ["refunds_in", "receipts"],
  ["stock_in", "stock"],
  ["gift_cards", "gift-cards"],
  ["payouts", "payouts"],
])

const column = createDataTableColumnHelper<Row>()

/** How many records wait, and since when the oldest of them. */
const Waiting = ({ row: { waiting, oldest_waiting_at } }: { row: Row }) => {
  const { t, language } = useTexts()
  const count = new Intl.NumberFormat(language).format(waiting)
  return waiting > 0 && oldest_waiting_at !== null ? (
    <span>{t("freshness.oldest", { number: count, ago: formatAgo(oldest_waiting_at, language, new Date()) })}</span>
  ) : (
    <span>{count}</span>
  )
}

/** When it is tried next: at a time, when something changes, or not at all. */
const NextAttempt = ({ row: { next_attempt_at, state }, timeZone }: { row: Row; timeZone: string | null }) => {
  const { t } = useTexts()
  if (next_attempt_at === null) {
    return <span>{state === "off" ? t("none") : t("freshness.onChange")}</span>
  }
  return <Ago at={next_attempt_at} timeZone={timeZone} />
}

function useFreshnessColumns({ id, time_zone: timeZone }: Connection) {
  const { t, language } = useTexts()
  return useMemo(
    () => [
      column.accessor("stream", {
        header: t("freshness.stream"),
        cell: ({ getValue }) => (
          <Link to={`/pos/${PAGES.get(getValue()) ?? ""}?connection=${id}`} className="text-ui-fg-base underline">
            {t([`freshness.streams.${getValue()}`, "unknown"])}
          </Link>
        ),
      }),
      column.accessor("state", {
        header: t("money.state"),
        cell: ({ getValue }) => <StateBadge kind="freshness" state={getValue()} />,
      }),
      column.accessor("last_success_at", {
        header: t("freshness.lastSuccess"),
        cell: ({ getValue }) => <Ago at={getValue()} timeZone={timeZone} />,
      }),
      column.accessor("last_attempt_at", {
        header: t("freshness.lastAttempt"),
        cell: ({ row: { original }, getValue }) => (
          <div className="whitespace-normal">
            <Ago at={getValue()} timeZone={timeZone} />
            {original.reason !== null && (
              <div className="text-ui-fg-error">
                <Reason text={original.reason} />
              </div>
            )}
          </div>
        ),
      }),
      column.accessor("waiting", {
        header: t("freshness.waiting"),
        cell: ({ row }) => <Waiting row={row.original} />,
      }),
      column.accessor("synced", {
        header: t("freshness.synced"),
        cell: ({ row: { original } }) => {
          const [synced, total] = [original.synced, original.total].map((count) =>
            new Intl.NumberFormat(language).format(count)
          )
          return original.total === 0 ? t("none") : t("freshness.ofTotal", { synced, total })
        },
      }),
      column.accessor("next_attempt_at", {
        header: t("freshness.nextAttempt"),
        cell: ({ row }) => <NextAttempt row={row.original} timeZone={timeZone} />,
      }),
    ],
    [t, language, id, timeZone]
  )
}

/** How fresh what the store and the POS know of each other is, stream by stream. */
export const FreshnessTable = ({ connection }: { connection: Connection }) => {
  const { t } = useTexts()
  const query = useFreshness(connection.id)
  const nameParts = useNamedParts()
  const columns = useFreshnessColumns(connection)
  const rows = (query.data ?? []).map((row): Row => Object.assign({ id: row.stream }, row))
  return (
    <Container ref={nameParts} className="divide-y overflow-hidden p-0">
      {query.error && query.data === undefined ? (
        <div className="px-6 py-4">
          <Failure error={query.error} onRetry={() => void query.refetch()} />
        </div>
      ) : (
        <DataTable
          heading={t("freshness.title")}
          headingLevel="h2"
          subHeading={t("freshness.hint")}
          columns={columns}
          data={rows}
          rowCount={rows.length}
          pageSize={rows.length || 1}
          isLoading={query.isPending}
          emptyState={{}}
        />
      )}
    </Container>
  )
}
