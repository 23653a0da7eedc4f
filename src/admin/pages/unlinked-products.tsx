import { createDataTableColumnHelper, type DataTableCommand, type DataTableRowSelectionState } from "@medusajs/ui"
import { useMemo, useState } from "react"
import { Link } from "react-router-dom"
import { Button } from "../components/common/button"
import { PRODUCT_CANDIDATE_STATES } from "../../contract/catalog"
import { ConnectionPage } from "../components/common/connection-page"
import { Moment, Money } from "../components/common/figures"
import { List } from "../components/common/list"
import { ReasonOrNone } from "../components/common/reason"
import { StateBadge } from "../components/common/state-badge"
import { type ListQuery, useList, useListParams, useStateFilters } from "../hooks/common/use-list"
import { useChange, useToasts } from "../hooks/common/use-mutation-toasts"
import { useTexts } from "../hooks/common/use-texts"
import type { Connection } from "../lib/answers/connection"
import {
  adoptedAnswerSchema,
  type Candidate,
  candidatesAnswerSchema,
  ignoredAnswerSchema,
} from "../lib/answers/product"
import { ask } from "../lib/http/client"
import { posKeys } from "../lib/http/query-keys"

function useCandidates(query: ListQuery) {
  return useList({
    key: posKeys.candidates(query),
    schema: candidatesAnswerSchema,
    path: "/admin/pos/unlinked-products",
    query,
  })
}

/** Gives candidates a product in the store: the one that is named, or a draft that is made of it. */
function useAdopt(connection_id: string) {
  return useChange((candidates: { id: string; product_id?: string }[]) =>
    ask(adoptedAnswerSchema, "/admin/pos/unlinked-products/adopt", {
      method: "POST",
      body: { connection_id, candidates },
    })
  )
}

/** Leaves candidates at the POS, and offers them no longer; or again. */
function useIgnore(connection_id: string) {
  return useChange((body: { ids: string[]; ignored: boolean }) =>
    ask(ignoredAnswerSchema, "/admin/pos/unlinked-products/ignore", {
      method: "POST",
      body: { connection_id, ...body },
    })
  )
}

/** One candidate is linked to the product of the store that it may be. */
const CandidateActions = ({ candidate, connectionId }: { candidate: Candidate; connectionId: string }) => {
  const { t } = useTexts()
  const toasts = useToasts()
  const adopt = useAdopt(connectionId)
  const { id, state, suggestion } = candidate
  if (state !== "open" || !suggestion) {
    return <span className="text-ui-fg-subtle">{t("none")}</span>
  }
  const link = () =>
    adopt.mutate([{ id, product_id: suggestion.product_id }], {
      onSuccess: ({ adopted, failed: [failed] }) =>
        failed ? toasts.failed(new Error(failed.reason)) : toasts.counted(adopted.length, t("candidates.linked")),
      onError: toasts.failed,
    })
  return (
    <Button
      size="small"
      variant="secondary"
      isLoading={adopt.isPending}
      title={t("candidates.match", { by: t([`plan.matchedBy.${suggestion.matched_by}`, "unknown"]) })}
      onClick={link}
    >
      <span className="max-w-48 truncate">{t("plan.linkTo", { name: suggestion.title })}</span>
    </Button>
  )
}

const column = createDataTableColumnHelper<Candidate>()

/** Which product of the POS, what it costs there, what of the store it may be, and what is to become of it. */
function useCandidateColumns({ id, time_zone }: Connection) {
  const { t } = useTexts()
  return useMemo(
    () => [
      column.select(),
      column.accessor("name", {
        header: t("catalog.product"),
        cell: ({ row: { original } }) =>
          original.product_id ? (
            <Link to={`/products/${original.product_id}`} className="block max-w-72 truncate underline">
              {original.name}
            </Link>
          ) : (
            <span className="block max-w-72 truncate">{original.name}</span>
          ),
      }),
      column.accessor("variants", {
        header: t("fields.price"),
        cell: ({ getValue }) => {
          const [first] = getValue()
          return first?.price !== null && first?.price !== undefined && first.currency_code ? (
            <Money amount={first.price} currency={first.currency_code} />
          ) : (
            t("none")
          )
        },
      }),
      column.accessor("state", {
        header: t("catalog.state"),
        cell: ({ getValue }) => <StateBadge kind="candidate" state={getValue()} />,
      }),
      column.accessor("reason", {
        header: t("catalog.reason"),
        cell: ({ getValue }) => (
          <div className="max-w-80 whitespace-normal">
            <ReasonOrNone text={getValue()} />
          </div>
        ),
      }),
      column.accessor("found_at", {
        header: t("stock.foundAt"),
        cell: ({ getValue }) => <Moment at={getValue()} timeZone={time_zone} />,
      }),
      column.display({
        id: "actions",
        header: t("candidates.decide"),
        cell: ({ row }) => <CandidateActions candidate={row.original} connectionId={id} />,
      }),
    ],
    [t, id, time_zone]
  )
}

const useCandidateFilters = () => useStateFilters("candidate", "catalog.state", PRODUCT_CANDIDATE_STATES)

const CandidatesPage = ({ connection }: { connection: Connection }) => {
  const { t } = useTexts()
  const { limit, offset, q, filter } = useListParams()
  const [selected, setSelected] = useState<DataTableRowSelectionState>({})
  const candidates = useCandidates({
    connection_id: connection.id,
    limit,
    offset,
    state: filter("state") ?? "open",
    q: q || undefined,
  })
  const rows = candidates.data?.unlinked_products
  const columns = useCandidateColumns(connection)
  const filters = useCandidateFilters()
  const commands = useCandidateCommands(connection.id, rows ?? [], () => setSelected({}))
  return (
    <List
      heading={t("menu.candidates")}
      subHeading={t("candidates.hint")}
      query={candidates}
      rows={rows}
      counted={candidates.data}
      columns={columns}
      filters={filters}
      needs="operate"
      commands={commands}
      enableSearch
      rowSelection={{ state: selected, onRowSelectionChange: setSelected }}
      empty={{ heading: t("candidates.empty.title"), description: t("candidates.empty.hint") }}
    />
  )
}

/** Products that were made at the POS: taken over into the store, linked to one of its products, or left there. */
const Candidates = () => (
  <ConnectionPage>{(connection) => <CandidatesPage key={connection.id} connection={connection} />}</ConnectionPage>
)

export default Candidates

/** What can be done with many candidates at once: drafts in the store, or left at the POS, or offered again. */
function useCandidateCommands(connectionId: string, rows: Candidate[], onDone: () => void): DataTableCommand[] {
  const { t } = useTexts()
  const toasts = useToasts()
  const adopt = useAdopt(connectionId)
  const ignore = useIgnore(connectionId)
  const toIds = (selected: DataTableRowSelectionState) => rows.filter(({ id }) => selected[id]).map(({ id }) => id)
  return [
    {
      label: t("candidates.adopt"),
      shortcut: "a",
      action: (selected) =>
        adopt.mutate(
          toIds(selected).map((id) => ({ id })),
          {
            onSuccess: ({ adopted, failed: [failed] }) => {
              if (adopted.length > 0 || !failed) {
                toasts.counted(adopted.length, t("candidates.adopted", { count: adopted.length }))
              }
              if (failed) {
                toasts.failed(new Error(failed.reason))
              }
              onDone()
            },
            onError: toasts.failed,
          }
        ),
    },
    ...([true, false] as const).map((ignored) => ({
      label: t(ignored ? "candidates.ignore" : "candidates.offer"),
      shortcut: ignored ? "i" : "o",
      action: (selected: DataTableRowSelectionState) =>
        ignore.mutate(
          { ids: toIds(selected), ignored },
          {
            onSuccess: ({ changed }) => {
              toasts.counted(changed, t("product.changed"))
              onDone()
            },
            onError: toasts.failed,
          }
        ),
    })),
  ]
}
