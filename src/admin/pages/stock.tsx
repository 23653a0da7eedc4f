import { Link } from "react-router-dom"
import { Button, createDataTableColumnHelper, createDataTableFilterHelper, type DataTableFilter } from "@medusajs/ui"
import { useMemo } from "react"
import {
  STOCK_DECISIONS,
  STOCK_DIFFERENCE_CAUSES,
  STOCK_DIFFERENCE_STATES,
  type StockDecision,
} from "../../contract/stock"
import { ConnectionPage } from "../components/common/connection-page"
import {
  DismissalReason,
  DismissRows,
  useDecisionCommands,
  useDismissibleRows,
} from "../components/common/dismiss-drawer"
import { Moment } from "../components/common/figures"
import { DrawerInUrl } from "../components/common/form-drawer"
import { List } from "../components/common/list"
import { Remedy } from "../components/common/reason"
import { StateBadge } from "../components/common/state-badge"
import { Movements } from "../components/stock/movements"
import { useListParams, useStateFilters } from "../hooks/common/use-list"
import { useToasts } from "../hooks/common/use-mutation-toasts"
import { useTexts } from "../hooks/common/use-texts"
import { useHrefWith, useNamedInUrl } from "../hooks/common/use-url-state"
import { useReconcile } from "../hooks/runs/use-runs"
import { type Difference, useDecideDifferences, useDifferences } from "../hooks/stock/use-stock"
import { type NamedVariant, useVariantNames } from "../hooks/store/use-store-choices"
import type { Connection } from "../lib/answers/connection"
import { formatQuantity } from "../lib/format/amounts"

/** A variant by its name; opens its ledger beside the list. */
const OpenLedger = ({ variantId, name }: { variantId: string | null; name: string | undefined }) => {
  const { t } = useTexts()
  const hrefWith = useHrefWith()
  return variantId ? (
    <Link to={hrefWith("variant", variantId)} className="text-ui-fg-base block max-w-72 truncate">
      {name ?? variantId}
    </Link>
  ) : (
    <span>{t("none")}</span>
  )
}

const column = createDataTableColumnHelper<Difference>()
const filter = createDataTableFilterHelper<Difference>()

const LEVELS = ["store_level", "pos_level"] as const

function useDifferenceColumns(names: Map<string, NamedVariant> | undefined, timeZone: string | null) {
  const { t, language } = useTexts()
  return useMemo(
    () => [
      column.select(),
      column.accessor("variant_id", {
        header: t("stock.variant"),
        cell: ({ getValue }) => <OpenLedger variantId={getValue()} name={names?.get(getValue() ?? "")?.name} />,
      }),
      ...LEVELS.map((name) =>
        column.accessor(name, {
          header: t(`stock.${name}`),
          headerAlign: "right",
          align: "right",
          cell: ({ getValue }) => {
            const level = getValue()
            return level === null ? t("stock.notCounted") : formatQuantity(level, language)
          },
        })
      ),
      column.accessor("cause", {
        header: t("stock.cause"),
        cell: ({ getValue }) => (
          <>
            {t([`stock.causes.${getValue()}`, "unknown"])}
            <Remedy>{t(`remedies.stock.${getValue()}`, { defaultValue: "" })}</Remedy>
          </>
        ),
      }),
      column.accessor("state", {
        header: t("stock.state"),
        cell: ({ row: { original } }) => (
          <>
            <StateBadge kind="difference" state={original.state} />
            <DismissalReason reason={original.dismissal_reason} />
          </>
        ),
      }),
      column.accessor("found_at", {
        header: t("stock.foundAt"),
        cell: ({ getValue }) => <Moment at={getValue()} timeZone={timeZone} />,
      }),
    ],
    [t, language, names, timeZone]
  )
}

function useDifferenceFilters(): DataTableFilter[] {
  const { t } = useTexts()
  const states = useStateFilters("difference", "stock.state", STOCK_DIFFERENCE_STATES)
  return useMemo(
    () => [
      ...states,
      filter.accessor("cause", {
        type: "radio",
        label: t("stock.cause"),
        options: STOCK_DIFFERENCE_CAUSES.map((value) => ({ label: t(`stock.causes.${value}`), value })),
      }),
    ],
    [t, states]
  )
}

const SHOWN = 50

/** How the stock of the variant in the URL moved. */
const LedgerDrawer = (props: { connection: Connection; names: Map<string, NamedVariant> | undefined }) => {
  const { connection, names } = props
  const { t } = useTexts()
  const variantInUrl = useNamedInUrl("variant")
  const { id } = variantInUrl
  const variant = names?.get(id)
  return (
    <DrawerInUrl
      named={variantInUrl}
      title={variant?.name ?? id}
      description={t("stock.ledger")}
      before={
        variant?.productId && (
          <Button size="small" variant="secondary" asChild>
            <Link to={`/products/${variant.productId}/variants/${id}`}>{t("stock.openVariant")}</Link>
          </Button>
        )
      }
    >
      {id !== "" && (
        <Movements variantId={id} connectionId={connection.id} timeZone={connection.time_zone} limit={SHOWN} />
      )}
    </DrawerInUrl>
  )
}

const SHORTCUTS: Record<StockDecision, string> = { "trust-store": "s", "trust-pos": "c", ignored: "i" }

const StockPage = ({ connection }: { connection: Connection }) => {
  const { t } = useTexts()
  const toasts = useToasts()
  const { limit, offset, filter } = useListParams()
  const dismissible = useDismissibleRows()
  const state = filter("state") ?? "open"
  const differences = useDifferences({ connection_id: connection.id, limit, offset, state, cause: filter("cause") })
  const { error, isPending, refetch } = differences
  const rows = differences.data?.stock_differences
  // Shown once the names are known, so that no variant appears by its ID first.
  const names = useVariantNames((rows ?? []).flatMap(({ variant_id }) => (variant_id ? [variant_id] : [])))
  const columns = useDifferenceColumns(names.data, connection.time_zone)
  const filters = useDifferenceFilters()
  const decide = useDecideDifferences(connection.id)
  const commands = useDecisionCommands({
    kind: "stock-differences",
    connectionId: connection.id,
    state,
    rows: dismissible,
    decisions: STOCK_DECISIONS.map((decision) => ({
      decision,
      label: t(`stock.decisions.${decision}`),
      shortcut: SHORTCUTS[decision],
    })),
    decide,
    toResult: ({ decided, left_open }) => {
      const leftOpenCount = left_open.reduce((sum, { count }) => sum + count, 0)
      const words = t("stock.decided", { count: decided })
      return {
        count: decided + leftOpenCount,
        words: leftOpenCount > 0 ? `${words} ${t("stock.leftOpen", { count: leftOpenCount })}` : words,
      }
    },
  })
  const hrefWith = useHrefWith()
  const reconcile = useReconcile(connection.id)
  const compare = () =>
    reconcile.mutate(undefined, { onSuccess: () => toasts.succeeded(t("stock.comparing")), onError: toasts.failed })
  return (
    <>
      <List
        heading={t("menu.stock")}
        subHeading={t("stock.hint")}
        query={{ error, isPending: isPending || names.isLoading, refetch }}
        rows={rows}
        counted={differences.data}
        columns={columns}
        filters={filters}
        needs="operate"
        commands={commands}
        rowSelection={{ state: dismissible.selected, onRowSelectionChange: dismissible.select }}
        action={{ label: t("stock.compare"), onClick: compare }}
        rowHref={({ variant_id }) => `/pos/stock${hrefWith("variant", variant_id ?? "")}`}
        empty={{ heading: t("stock.empty.title"), description: t("stock.empty.hint") }}
      />
      <LedgerDrawer connection={connection} names={names.data} />
      <DismissRows
        rows={dismissible}
        title={t("stock.decisions.ignored")}
        saving={decide}
        onDismiss={(asked, onSuccess) =>
          decide.mutate(
            { decision: "ignored", ...asked },
            { onSuccess: ({ decided }) => onSuccess(decided, t("stock.decided", { count: decided })) }
          )
        }
      />
    </>
  )
}

/** Point of sale › Stock: where the levels of store and POS differ, and why. */
const Stock = () => (
  <ConnectionPage>{(connection) => <StockPage key={connection.id} connection={connection} />}</ConnectionPage>
)

export default Stock
