import {
  Button,
  createDataTableColumnHelper,
  type DataTableCommand,
  type DataTableRowSelectionState,
  Text,
} from "@medusajs/ui"
import { useMemo, useState } from "react"
import { Link, useSearchParams } from "react-router-dom"
import { HOLD_DECISIONS } from "../../contract/mass-changes"
import { ConnectionPage } from "../components/common/connection-page"
import { Moment } from "../components/common/figures"
import { List, selectedIds } from "../components/common/list"
import { StateBadge } from "../components/common/state-badge"
import { DecideAll, toHoldKey } from "../components/held-changes/decide-all"
import { ExpectChange } from "../components/held-changes/expect-change"
import { useListParams } from "../hooks/common/use-list"
import { useToasts } from "../hooks/common/use-mutation-toasts"
import { useTexts } from "../hooks/common/use-texts"
import { useDecideHeld, useHeldChanges } from "../hooks/catalog/use-product-links"
import type { Connection } from "../lib/answers/connection"
import type { ExpectedChange, HeldChange, Hold } from "../lib/answers/product"
import { formatMoney, formatQuantity } from "../lib/format/amounts"
import { formatTime } from "../lib/format/time"

type Change = HeldChange["changes"][number]

/** The most variants of a product whose change is written out. */
const MOST_VARIANTS = 3

/** One change in words: the variant, what happens, and the old and new price. */
const ChangeWords = ({ change: { kind, variant, before, after } }: { change: Change }) => {
  const { t, language } = useTexts()
  const write = (value: Change["before"]) => {
    if (value === null) {
      return t("held.noPrice")
    }
    return typeof value === "string"
      ? formatQuantity(value, language)
      : formatMoney(value.amount, value.currencyId, language)
  }
  // An image's address says nothing to a person.
  const hasValues = before !== null && (typeof before === "object" || typeof after === "string")
  return (
    <li>
      {variant && <span className="text-ui-fg-subtle">{variant}: </span>}
      {t([`held.kinds.${kind}`, "unknown"])}
      {hasValues && (
        <span className="tabular-nums">: {t("held.arrow", { before: write(before), after: write(after) })}</span>
      )}
    </li>
  )
}

const Changes = ({ change }: { change: HeldChange }) => {
  const { t } = useTexts()
  const shownChanges = change.changes.slice(0, MOST_VARIANTS)
  const hiddenCount = change.changes.length - shownChanges.length
  return (
    <div className="min-w-64 whitespace-normal py-2">
      <ul>
        {shownChanges.map((each) => (
          <ChangeWords key={`${each.kind} ${each.variant_uuid ?? ""}`} change={each} />
        ))}
      </ul>
      {hiddenCount > 0 && <span className="text-ui-fg-subtle">{t("held.more", { count: hiddenCount })}</span>}
      {change.reason && <p className="text-ui-fg-error">{t([`held.reasons.${change.reason}`, "unknown"])}</p>}
    </div>
  )
}

const column = createDataTableColumnHelper<HeldChange>()

/** Which product, what would change, whether it was sent already, and since when it is held. */
function useHeldColumns(timeZone: string | null) {
  const { t } = useTexts()
  return useMemo(
    () => [
      column.select(),
      column.accessor("title", {
        header: t("catalog.product"),
        cell: ({ row: { original } }) => (
          <Link to={`/products/${original.product_id}`} title={original.title} className="block max-w-72 truncate">
            {original.title}
          </Link>
        ),
      }),
      column.display({
        id: "changes",
        header: t("held.what"),
        cell: ({ row }) => <Changes change={row.original} />,
      }),
      column.accessor("state", {
        header: t("catalog.state"),
        cell: ({ getValue }) => <StateBadge kind="held" state={getValue()} />,
      }),
      column.accessor("noted_at", {
        header: t("stock.foundAt"),
        cell: ({ getValue }) => <Moment at={getValue()} timeZone={timeZone} />,
      }),
    ],
    [t, timeZone]
  )
}

/** Lets the selected changes pass to the other side, or restores its values. */
function useHeldCommands(connectionId: string, hold: Hold | undefined, onDone: () => void): DataTableCommand[] {
  const { t } = useTexts()
  const toasts = useToasts()
  const decide = useDecideHeld(connectionId)
  return hold === undefined
    ? []
    : HOLD_DECISIONS.map((decision) => ({
        label: t(toHoldKey(hold, decision)),
        shortcut: decision.slice(0, 1),
        action: (selected) =>
          decide.mutate(
            { change_group: hold.change_group, decision, ids: selectedIds(selected) },
            {
              onSuccess: ({ decided }) => {
                toasts.counted(decided, t("held.decided", { count: decided }))
                onDone()
              },
              onError: toasts.failed,
            }
          ),
      }))
}

/** The open holds, of which one is shown. */
const HoldTabs = ({ holds, shown }: { holds: Hold[]; shown: Hold }) => {
  const { t } = useTexts()
  const [, setSearch] = useSearchParams()
  const open = (group: string) =>
    setSearch((before) => {
      before.delete("offset")
      before.set("change_group", group)
      return before
    })
  return (
    <div role="group" aria-label={t("held.group")} className="flex flex-wrap gap-1">
      {holds.map(({ id, change_group, held }) => (
        <Button
          key={id}
          size="small"
          variant={id === shown.id ? "primary" : "secondary"}
          aria-pressed={id === shown.id}
          onClick={() => open(change_group)}
        >
          {t([`held.groups.${change_group}`, "unknown"])} {held}
        </Button>
      ))}
    </div>
  )
}

/** What is allowed, until when. */
const Allowed = ({ expected, timeZone }: { expected: ExpectedChange[]; timeZone: string | null }) => {
  const { t, language } = useTexts()
  return expected.map(({ id, change_group, products, ends_at }) => (
    <Text key={id} size="small" className="text-ui-fg-subtle">
      {t("held.expect.until", {
        count: products,
        group: t([`held.groups.${change_group}`, "unknown"]),
        at: formatTime(ends_at, language, timeZone),
      })}
    </Text>
  ))
}

const HeldPage = ({ connection }: { connection: Connection }) => {
  const { t } = useTexts()
  const { limit, offset, filter } = useListParams()
  const [selected, setSelected] = useState<DataTableRowSelectionState>({})
  const changes = useHeldChanges({ connection_id: connection.id, limit, offset, change_group: filter("change_group") })
  const { holds = [], expected = [], held_changes: rows } = changes.data ?? {}
  const [first] = rows ?? []
  const hold = holds.find(({ change_group }) => change_group === first?.change_group)
  const columns = useHeldColumns(connection.time_zone)
  const commands = useHeldCommands(connection.id, hold, () => setSelected({}))
  return (
    <List
      heading={t("menu.held")}
      subHeading={t("held.hint")}
      top={
        (hold || expected.length > 0) && (
          <div className="flex flex-col gap-2 px-6 py-4">
            {hold && (
              <>
                <HoldTabs holds={holds} shown={hold} />
                <Text size="small">
                  {t("held.summary", { count: hold.held })}{" "}
                  {hold.sent > 0 && (
                    <span className="text-ui-fg-subtle">{t(toHoldKey(hold, "sent"), { count: hold.sent })}</span>
                  )}
                </Text>
              </>
            )}
            <Allowed expected={expected} timeZone={connection.time_zone} />
          </div>
        )
      }
      moreActions={
        <>
          <ExpectChange connectionId={connection.id} />
          {hold && <DecideAll connectionId={connection.id} hold={hold} />}
        </>
      }
      query={changes}
      rows={rows}
      counted={changes.data}
      columns={columns}
      needs="operate"
      commands={commands}
      rowSelection={{ state: selected, onRowSelectionChange: setSelected }}
      empty={{ heading: t("held.empty.title"), description: t("held.empty.hint") }}
    />
  )
}

/** Point of sale › Catalog › Held changes: what would change for many products at once, and what is to become of it. */
const Held = () => (
  <ConnectionPage>{(connection) => <HeldPage key={connection.id} connection={connection} />}</ConnectionPage>
)

export default Held
