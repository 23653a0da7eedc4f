import { createDataTableColumnHelper, type DataTableCommand, DropdownMenu } from "@medusajs/ui"
import { useMemo, useRef, useState } from "react"
import { BULK_ACTIONS, type BulkAction, PRODUCT_LINK_STATES } from "../../contract/catalog"
import {
  findFixPlace,
  FixableReason,
  NamedProduct,
  PriceAtBothSides,
  StockAtBothSides,
} from "../components/catalog/product-cells"
import { PushRuns } from "../components/runs/run-progress"
import { StateTabs } from "../components/catalog/state-tabs"
import { Button } from "../components/common/button"
import { ConnectionPage } from "../components/common/connection-page"
import {
  DismissalReason,
  type DismissibleRows,
  DismissRows,
  useDismissibleRows,
  useUndoCommand,
} from "../components/common/dismiss-drawer"
import { Moment } from "../components/common/figures"
import { List, selectedIds } from "../components/common/list"
import { Question } from "../components/common/question"
import { Restricted } from "../components/common/restricted"
import { StateBadge } from "../components/common/state-badge"
import { QueryResult } from "../components/common/states"
import {
  type MatchingQuery,
  useChangeMatching,
  useDismissProducts,
  useLinkCommands,
  useLinkCounts,
  useMatchingCount,
  useProductLinks,
} from "../hooks/catalog/use-product-links"
import { useListParams } from "../hooks/common/use-list"
import { useToasts } from "../hooks/common/use-mutation-toasts"
import { useReasonWords } from "../components/common/reason"
import { useTexts } from "../hooks/common/use-texts"
import type { Connection } from "../lib/answers/connection"
import type { ProductLink } from "../lib/answers/product"

/**
 * The reason of a product's state as a sentence: that its change is held, its rejection, else what is to be known of it,
 * else a stock error.
 */
const LinkReason = ({ link }: { link: ProductLink }) => {
  const { t } = useTexts()
  const getWords = useReasonWords()
  const stock = link.variants.find(({ stock_error }) => stock_error !== null)?.stock_error
  if (link.state === "held") {
    return <FixableReason words={t("catalog.held")} raw={null} place="held" product={link} />
  }
  const text = link.rejection ?? link.notes[0] ?? stock
  return text ? (
    <FixableReason words={getWords(text)} raw={text} place={findFixPlace(text)} product={link} />
  ) : (
    <span className="text-ui-fg-subtle">{t("none")}</span>
  )
}

const column = createDataTableColumnHelper<ProductLink>()

/** Columns of the catalog: which product, its state and why, stock and price at both sides, and its last push. */
function useLinkColumns({ currency_code, time_zone }: Connection) {
  const { t } = useTexts()
  return useMemo(() => {
    const sorted = {
      enableSorting: true,
      sortAscLabel: t("catalog.sort.ascending"),
      sortDescLabel: t("catalog.sort.descending"),
    }
    return [
      column.select(),
      column.accessor("title", {
        header: t("catalog.product"),
        ...sorted,
        cell: ({ row }) => <NamedProduct product={row.original} />,
      }),
      column.accessor("state", {
        header: t("catalog.state"),
        cell: ({ row: { original } }) => (
          <>
            {original.dismissed && original.state === "rejected" ? (
              <StateBadge kind="entry" state="dismissed" />
            ) : (
              <StateBadge kind="link" state={original.state} />
            )}
            <DismissalReason reason={original.dismissal_reason} />
          </>
        ),
      }),
      column.display({
        id: "reason",
        header: t("catalog.reason"),
        cell: ({ row }) => <LinkReason link={row.original} />,
      }),
      column.display({
        id: "stock",
        header: t("catalog.stock"),
        cell: ({ row }) => <StockAtBothSides stock={row.original.sides?.stock} timeZone={time_zone} />,
      }),
      column.display({
        id: "price",
        header: t("catalog.price"),
        cell: ({ row }) => <PriceAtBothSides price={row.original.sides?.price} currency={currency_code} />,
      }),
      column.accessor("variants", { header: t("catalog.variants"), cell: ({ getValue }) => getValue().length }),
      column.accessor("pushed_at", {
        header: t("catalog.pushedAt"),
        ...sorted,
        sortAscLabel: t("catalog.sort.oldest"),
        sortDescLabel: t("catalog.sort.newest"),
        cell: ({ getValue }) => <Moment at={getValue()} timeZone={time_zone} />,
      }),
    ]
  }, [t, currency_code, time_zone])
}

const CatalogPage = ({ connection }: { connection: Connection }) => {
  const { t } = useTexts()
  const { limit, offset, order, q, filter } = useListParams()
  const dismissible = useDismissibleRows()
  const dismiss = useDismissProducts(connection.id)
  const state = filter("state")
  const searched = { connection_id: connection.id, q: q || undefined }
  const matching = { ...searched, state }
  const links = useProductLinks({ ...matching, order: order || undefined, limit, offset, sides: "true" })
  const counts = useLinkCounts(searched)
  const rows = links.data?.product_links
  const columns = useLinkColumns(connection)
  const commands = useLinkCommands(connection.id, rows ?? [], dismissible.done)
  const dismissals = useDismissalCommands(connection.id, dismissible)
  const nothingMatches = { heading: t("filtered.title"), description: t("catalog.nothing") }
  return (
    <>
      <PushRuns connection={connection} />
      <List
        heading={t("menu.catalog")}
        subHeading={t("catalog.hint")}
        top={
          <div className="flex flex-wrap items-center justify-between gap-2 px-6 py-4">
            <StateTabs field="state" kind="link" states={PRODUCT_LINK_STATES} state={state} counts={counts.data} />
            <ChangeAll matching={matching} />
          </div>
        }
        enableSearch
        query={links}
        rows={rows}
        counted={links.data}
        columns={columns}
        needs="operate"
        commands={state === "rejected" ? [...commands, ...dismissals] : commands}
        rowSelection={{ state: dismissible.selected, onRowSelectionChange: dismissible.select }}
        rowHref={({ product_id }) => `/products/${product_id}`}
        empty={
          state === undefined
            ? { heading: t("catalog.empty.title"), description: t("catalog.empty.hint") }
            : nothingMatches
        }
        filtered={nothingMatches}
      />
      <DismissRows
        rows={dismissible}
        title={t("inbox.dismiss")}
        saving={dismiss}
        onDismiss={(asked, onSuccess) =>
          dismiss.mutate(asked, {
            onSuccess: ({ dismissed }) => onSuccess(dismissed, t("catalog.dismissed", { count: dismissed })),
          })
        }
      />
    </>
  )
}

/** Dismisses the selected products that were rejected, and undoes it. */
function useDismissalCommands(connectionId: string, { dismiss, done }: DismissibleRows): DataTableCommand[] {
  const { t } = useTexts()
  const undo = useUndoCommand("product-links", connectionId, done)
  return [{ label: t("inbox.dismiss"), shortcut: "d", action: (selected) => dismiss(selectedIds(selected)) }, undo]
}

/** Point of sale › Catalog: the state of each product at the POS, and why. */
const Catalog = () => (
  <ConnectionPage>{(connection) => <CatalogPage key={connection.id} connection={connection} />}</ConnectionPage>
)

export default Catalog

/** Actions on every product of the list, on all of its pages. Shows first how many products there are. */
const ChangeAll = ({ matching }: { matching: MatchingQuery }) => {
  const { t } = useTexts()
  const toasts = useToasts()
  const [action, setAction] = useState<BulkAction | null>(null)
  // The menu, which has the focus when the question opens, is gone when it closes.
  const opener = useRef<HTMLButtonElement>(null)
  const count = useMatchingCount(matching, action !== null)
  const change = useChangeMatching()
  const start = (chosen: BulkAction) =>
    change.mutate(
      { ...matching, action: chosen },
      { onSuccess: ({ total }) => toasts.succeeded(t("bulk.began", { count: total })), onError: toasts.failed }
    )
  return (
    <>
      <Restricted to="operate">
        <DropdownMenu>
          <DropdownMenu.Trigger asChild>
            <Button ref={opener} size="small" variant="secondary" isLoading={change.isPending}>
              {t("bulk.open")}
            </Button>
          </DropdownMenu.Trigger>
          <DropdownMenu.Content>
            {BULK_ACTIONS.map((each) => (
              <DropdownMenu.Item key={each} onSelect={() => setAction(each)}>
                {t(`bulk.actions.${each}`)}
              </DropdownMenu.Item>
            ))}
          </DropdownMenu.Content>
        </DropdownMenu>
      </Restricted>
      {action !== null && (
        <Question
          title={t(`bulk.actions.${action}`)}
          confirm={t("bulk.start")}
          canConfirm={Boolean(count.data?.count)}
          opener={opener}
          onConfirm={() => start(action)}
          onClose={() => setAction(null)}
        >
          <QueryResult query={count}>
            {(known) => (
              <>
                {t("bulk.concerns", { count: known.count })} {t(`bulk.consequences.${action}`)}
              </>
            )}
          </QueryResult>
        </Question>
      )}
    </>
  )
}
