import {
  createDataTableColumnHelper,
  type DataTableCommand,
  type DataTableRowSelectionState,
  Tooltip,
} from "@medusajs/ui"
import { Link } from "react-router-dom"
import { useMemo } from "react"
import { defineRouteConfig } from "@medusajs/admin-sdk"
import { getFixPlace, type FixPlace, reasonsIn } from "../../../../contract/reasons"
import { ChangeAll } from "../../../components/catalog/change-all"
import { PriceAtBothSides, StockAtBothSides } from "../../../components/catalog/here-and-there"
import { PushRuns } from "../../../components/catalog/push-runs"
import { StateTabs } from "../../../components/catalog/state-tabs"
import { ConnectionPage } from "../../../components/common/connection-page"
import { Crumb } from "../../../components/common/crumb"
import { DismissalReason, DismissRows } from "../../../components/common/dismiss-drawer"
import { Moment } from "../../../components/common/figures"
import { List, selectedIds } from "../../../components/common/list"
import { StateBadge } from "../../../components/common/state-badge"
import {
  useDismissProducts,
  useInclude,
  useLinkCounts,
  useMakeBarcodes,
  useProductLinks,
  usePushProducts,
} from "../../../hooks/catalog/use-product-links"
import { useDismissibleRows, type DismissibleRows, useUndoCommand } from "../../../hooks/common/use-dismissal"
import { useListParams } from "../../../hooks/common/use-list"
import { useToasts } from "../../../hooks/common/use-mutation-toasts"
import { useReasonWords, useTexts } from "../../../hooks/common/use-texts"
import type { Connection } from "../../../lib/answers/connection"
import type { ProductLink } from "../../../lib/answers/product"

const PATHS: Record<FixPlace, (link: ProductLink) => string> = {
  edit: ({ product_id }) => `/products/${product_id}/edit`,
  product: ({ product_id }) => `/products/${product_id}`,
  prices: ({ product_id }) => `/products/${product_id}/prices`,
  media: ({ product_id }) => `/products/${product_id}/media`,
  tax: () => "/settings/tax-regions",
  connection: ({ connection_id }) => `/settings/pos/${connection_id}`,
  images: ({ connection_id }) => `/pos/catalog/images?connection=${connection_id}`,
  stock: ({ connection_id }) => `/pos/stock?connection=${connection_id}`,
}

/** The page on which a product's fault is fixed. */
const fixPath = (place: FixPlace, link: ProductLink): string => PATHS[place](link)

/**
 * The reason of a product's state as a sentence, with the page on which that is fixed: its rejection, else what is to be
 * known of it, else a stock error. What was said word for word is at hand.
 */
const LinkReason = ({ link }: { link: ProductLink }) => {
  const { t } = useTexts()
  const wordsOf = useReasonWords()
  const stock = link.variants.find(({ stock_error }) => stock_error !== null)?.stock_error
  const text = link.rejection ?? link.notes[0] ?? stock
  if (!text) {
    return <span className="text-ui-fg-subtle">{t("none")}</span>
  }
  const [name] = reasonsIn(text)
  const place = name && getFixPlace(name)
  return (
    <div className="min-w-64 max-w-96 whitespace-normal py-2">
      <Tooltip content={<span className="break-words">{text}</span>} maxWidth={480}>
        <span className="line-clamp-2 break-words">{wordsOf(text)}</span>
      </Tooltip>
      {place && (
        // The row leads to the product; what is fixed elsewhere must not.
        <Link
          to={fixPath(place, link)}
          onClick={(event) => event.stopPropagation()}
          className="text-ui-fg-interactive hover:text-ui-fg-interactive-hover"
        >
          {t(`catalog.fix.${place}`)}
        </Link>
      )}
    </div>
  )
}

const BOX = "bg-ui-bg-component border-ui-border-base h-8 w-6 shrink-0 rounded border object-cover"

/** A product's image and title, which leads to its page; a title without end is cut, and whole where it is pointed at. */
const NamedProduct = ({ link: { product_id, title, thumbnail } }: { link: ProductLink }) => {
  const { t } = useTexts()
  const name = title ?? t("unknown")
  return (
    <div className="flex items-center gap-x-3">
      {thumbnail ? <img src={thumbnail} alt="" loading="lazy" className={BOX} /> : <div className={BOX} />}
      <Link to={`/products/${product_id}`} title={name} className="text-ui-fg-base block max-w-72 truncate">
        {name}
      </Link>
    </div>
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
        cell: ({ row }) => <NamedProduct link={row.original} />,
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
  const searched = { connection_id: connection.id, ...(q === "" ? {} : { q }) }
  const matching = { ...searched, ...(state === undefined ? {} : { state }) }
  const links = useProductLinks({ ...matching, ...(order ? { order } : {}), limit, offset, sides: "true" })
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
            <StateTabs state={state} counts={counts.data} />
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
            onSuccess: ({ dismissed }) => onSuccess(t("catalog.dismissed", { count: dismissed })),
          })
        }
      />
    </>
  )
}

/** What can be done with many products at once: push now, include, exclude, leave it to the selection. */
function useLinkCommands(connectionId: string, rows: ProductLink[], onDone: () => void): DataTableCommand[] {
  const { t } = useTexts()
  const toasts = useToasts()
  const push = usePushProducts(connectionId)
  const include = useInclude(connectionId)
  const barcodes = useMakeBarcodes()
  const productIdsOf = (selected: DataTableRowSelectionState) =>
    rows.filter(({ id }) => selected[id]).map(({ product_id }) => product_id)
  const ended = (words: string) => ({
    onSuccess: () => {
      toasts.succeeded(words)
      onDone()
    },
    onError: toasts.failed,
  })
  return [
    {
      label: t("product.push"),
      shortcut: "p",
      action: (selected) => push.mutate(productIdsOf(selected), ended(t("product.pushing"))),
    },
    {
      label: t("barcodes.make"),
      shortcut: "b",
      action: (selected) =>
        barcodes.mutate(productIdsOf(selected), {
          onSuccess: ({ variants }) => {
            toasts.succeeded(t("barcodes.made", { count: variants.length }))
            onDone()
          },
          onError: toasts.failed,
        }),
    },
    ...(["include", "exclude", "auto"] as const).map((inclusion) => ({
      label: t(`product.${inclusion}`),
      shortcut: inclusion.slice(0, 1),
      action: (selected: DataTableRowSelectionState) =>
        include.mutate({ product_ids: productIdsOf(selected), inclusion }, ended(t("product.changed"))),
    })),
  ]
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

export const config = defineRouteConfig({ label: "menu.catalog", translationNs: "pos", rank: 1 })

export const handle = { breadcrumb: () => <Crumb name="catalog" /> }

export default Catalog
