import { Checkbox, Label, Text, Alert, Button } from "@medusajs/ui"
import { useId, useState } from "react"
import { Link } from "react-router-dom"
import { useTexts } from "../../hooks/common/use-texts"
import type { Connection } from "../../lib/answers/connection"
import { getName } from "../../lib/connections"
import type { Outcome } from "../../lib/several"
import { StateBadge } from "../common/state-badge"
import { Empty } from "../common/states"
import { ExportMonth } from "../payouts/export-month"
import { CopyToSeveral } from "../settings/copy-settings"
import { ChangeSeveral } from "./change-several"
import { describeError } from "../../lib/http/client"
import { ErrorWords } from "../common/failure"

/** A connection in a list: name, state, and the number of products at the POS. */
const ConnectionLink = ({ connection }: { connection: Connection }) => {
  const { t } = useTexts()
  const { synced, rejected, pending } = connection.product_links
  return (
    <Link
      to={`/settings/pos/${connection.id}`}
      className="hover:bg-ui-bg-base-hover focus-visible:shadow-borders-focus flex min-w-0 grow flex-wrap items-center justify-between gap-3 px-6 py-4 outline-none"
    >
      <div className="min-w-0">
        <Text size="small" weight="plus" className="break-words">
          {getName(connection)}
        </Text>
        <Text size="small" className="text-ui-fg-subtle">
          {connection.group_name !== null && `${connection.group_name} · `}
          {connection.currency_code.toUpperCase()} · {t("settings.synced", { count: synced })}
          {pending > 0 && ` · ${t("settings.pending", { count: pending })}`}
          {rejected > 0 && ` · ${t("settings.rejected", { count: rejected })}`}
        </Text>
      </div>
      <StateBadge kind="connection" state={connection.state} />
    </Link>
  )
}

/**
 * Connections, each with its page; several of them can be selected and changed together.
 * @param isSelectable false where there is a single connection, whose page offers the same
 */
export const ConnectionList = (props: { connections: Connection[]; isSelectable: boolean }) => {
  const { connections, isSelectable } = props
  const { t } = useTexts()
  const [ids, setIds] = useState<string[]>([])
  const [ended, setEnded] = useState<{ texts: string; outcomes: Outcome[] } | null>(null)
  // What a group hides is not changed.
  const selected = connections.filter(({ id }) => ids.includes(id))
  const end = (texts: string, outcomes: Outcome[]) => {
    setEnded({ texts, outcomes })
    setIds(outcomes.filter(({ error }) => error !== null).map(({ connection }) => connection.id))
  }
  return (
    <>
      {isSelectable && (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2 px-6 py-3">
          <SelectAll connections={connections} selected={selected} onSelect={setIds} />
          <ChangeSeveral selected={selected} onEnd={end} />
          <CopyToSeveral selected={selected} onEnd={(outcomes) => end("copy", outcomes)} />
          <ExportMonth connections={selected} />
        </div>
      )}
      {ended && <Outcomes texts={ended.texts} outcomes={ended.outcomes} onClose={() => setEnded(null)} />}
      {connections.length === 0 && <Empty title={t("groups.empty.title")} hint={t("groups.empty.hint")} />}
      <ul className="divide-y">
        {connections.map((connection) => (
          <li key={connection.id} className="flex items-center">
            {isSelectable && (
              <Checkbox
                className="ms-6"
                aria-label={t("select", { name: getName(connection) })}
                checked={ids.includes(connection.id)}
                onCheckedChange={(checked) =>
                  setIds(checked === true ? [...ids, connection.id] : ids.filter((id) => id !== connection.id))
                }
              />
            )}
            <ConnectionLink connection={connection} />
          </li>
        ))}
      </ul>
    </>
  )
}

/** Selects all connections of the list, or none; says how many are selected. */
const SelectAll = (props: { connections: Connection[]; selected: Connection[]; onSelect: (ids: string[]) => void }) => {
  const { connections, selected, onSelect } = props
  const { t } = useTexts()
  const id = useId()
  const isAll = selected.length === connections.length && selected.length > 0
  return (
    <div className="flex items-center gap-x-2">
      <Checkbox
        id={id}
        checked={isAll || (selected.length > 0 && "indeterminate")}
        onCheckedChange={() => onSelect(isAll ? [] : connections.map((connection) => connection.id))}
      />
      <Label htmlFor={id} size="small">
        {t("selectAll")}
      </Label>
      <Text size="small" className="text-ui-fg-subtle" aria-live="polite">
        {selected.length > 0 && t("list.selected", { number: selected.length })}
      </Text>
    </div>
  )
}

/**
 * How a change of several connections ended: which succeeded and which failed, by name, with the reason. `texts` names
 * the texts of the change (`several.done.…`, `several.failed.…`).
 */
const Outcomes = (props: { texts: string; outcomes: Outcome[]; onClose: () => void }) => {
  const { texts, outcomes, onClose } = props
  const { t, language } = useTexts()
  const completed = outcomes.filter(({ error }) => error === null)
  const failed = outcomes.filter(({ error }) => error !== null)
  const silent = completed.filter(({ words }) => words === "").map(({ connection }) => getName(connection))
  const names = new Intl.ListFormat(language).format(silent)
  return (
    <div className="px-6 py-4" role="status">
      <Alert variant={failed.length === 0 ? "success" : "warning"}>
        <div className="flex flex-col items-start gap-y-2 break-words">
          {completed.length > 0 && (
            <Text size="small" weight="plus">
              {t(`several.done.${texts}`, { number: completed.length })}
            </Text>
          )}
          {names && <Text size="small">{names}</Text>}
          <ul className="flex flex-col gap-y-1 empty:hidden">
            {completed
              .filter(({ words }) => words !== "")
              .map(({ connection, words }) => (
                <li key={connection.id} className="txt-small">
                  <span className="txt-small-plus">{getName(connection)}:</span> {words}
                </li>
              ))}
          </ul>
          {failed.length > 0 && (
            <Text size="small" weight="plus">
              {t(`several.failed.${texts}`, { number: failed.length })}
            </Text>
          )}
          <ul className="flex flex-col gap-y-1 empty:hidden">
            {failed.map(({ connection, error }) => {
              const { key, detail } = describeError(error)
              return (
                <li key={connection.id} className="txt-small">
                  <span className="txt-small-plus">{getName(connection)}:</span> {t(`errors.${key}`)}
                  <ErrorWords detail={detail} />
                </li>
              )
            })}
          </ul>
          <Button size="small" variant="secondary" onClick={onClose}>
            {t("actions.close")}
          </Button>
        </div>
      </Alert>
    </div>
  )
}
