import { Label, Switch, Text } from "@medusajs/ui"
import { Link } from "react-router-dom"
import { useId, useState } from "react"
import { useInfiniteQuery } from "@tanstack/react-query"
import { Button } from "../components/common/button"
import { ConnectionPage } from "../components/common/connection-page"
import { Failure } from "../components/common/failure"
import { Reason } from "../components/common/reason"
import { Section } from "../components/common/section"
import { StateBadge } from "../components/common/state-badge"
import { SkeletonLines } from "../components/common/states"
import { DryRunChange } from "../components/sync-preview/dry-run-change"
import { useTexts } from "../hooks/common/use-texts"
import { useNamedInUrl } from "../hooks/common/use-url-state"
import type { Connection } from "../lib/answers/connection"
import { dryRunAnswerSchema, type DryRunEntry } from "../lib/answers/product"
import { ask } from "../lib/http/client"
import { posKeys } from "../lib/http/query-keys"

/** What a sync would do with one product, field by field. */
const DryRunProduct = ({ entry }: { entry: DryRunEntry }) => {
  const { t } = useTexts()
  return (
    <li className="flex flex-col gap-y-2 px-6 py-4">
      <div className="flex items-center justify-between gap-4">
        <Link className="txt-compact-small-plus min-w-0 truncate" to={`/products/${entry.product_id}`}>
          {entry.title ?? t("unknown")}
        </Link>
        <StateBadge kind="dryRun" state={entry.action} />
      </div>
      {[...entry.reasons, ...entry.notes].map((reason, index) => (
        <Text as="div" key={index} size="small" className="text-ui-fg-subtle break-words">
          <Reason text={reason} />
        </Text>
      ))}
      {entry.changes.length > 0 && (
        <dl className="txt-small grid grid-cols-1 gap-1 sm:grid-cols-[minmax(0,1fr)_minmax(0,2fr)]">
          {entry.changes.map((change) => (
            <DryRunChange key={change.field} change={change} />
          ))}
        </dl>
      )}
    </li>
  )
}

const LINES = 8

/** What a full sync would create, change, delete and refuse; or what it would do with the product that the URL names. */
const DryRunPage = ({ connection }: { connection: Connection }) => {
  const { t } = useTexts()
  const { id: productId } = useNamedInUrl("product")
  const [all, setAll] = useState(productId !== "")
  const query = useDryRun(connection.id, productId)
  const { data, error, refetch, isPending, hasNextPage, fetchNextPage, isFetchingNextPage } = query
  const id = useId()
  const isAskedFor = ({ product_id }: { product_id: string }) => productId === "" || product_id === productId
  const entries = (data?.pages ?? []).flatMap((page) => page.entries).filter(isAskedFor)
  const shownEntries = all ? entries : entries.filter(({ action }) => action !== "none")
  return (
    <Section
      level="h1"
      title={t("dryRun.title")}
      hint={t("dryRun.hint")}
      actions={
        <div className="flex items-center gap-x-2">
          <Switch id={id} size="small" checked={all} onCheckedChange={setAll} />
          <Label htmlFor={id} size="small">
            {t("dryRun.all")}
          </Label>
        </div>
      }
    >
      {error && (
        <div className="px-6 py-4">
          <Failure error={error} onRetry={() => void refetch()} />
        </div>
      )}
      {isPending && <SkeletonLines lines={LINES} />}
      {data && shownEntries.length === 0 && (
        <Text size="small" className="text-ui-fg-subtle px-6 py-4">
          {t("dryRun.nothing", { count: entries.length })}
        </Text>
      )}
      <ul className="divide-y empty:hidden">
        {shownEntries.map((entry) => (
          <DryRunProduct key={entry.product_id} entry={entry} />
        ))}
      </ul>
      {hasNextPage && (
        <div className="px-6 py-4">
          <Button size="small" variant="secondary" isLoading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {t("dryRun.more")}
          </Button>
        </div>
      )}
    </Section>
  )
}

/**
 * What a full sync would do, page by page, or with one product; nothing is written. The route goes through the products
 * by their ids, so that one begins after all but its last letter.
 */
function useDryRun(id: string, productId: string) {
  const limit = productId === "" ? undefined : 1
  return useInfiniteQuery({
    queryKey: posKeys.dryRun(id, productId),
    queryFn: ({ pageParam }) =>
      ask(dryRunAnswerSchema, `/admin/pos/connections/${id}/dry-run`, { query: { after: pageParam, limit } }),
    initialPageParam: productId.slice(0, -1),
    getNextPageParam: ({ next }) => (productId === "" ? next : null),
    // It is worth a computation for every product, and shows a moment.
    staleTime: Infinity,
  })
}

/** What a full sync would do, field by field, before anything is written. */
const DryRun = () => (
  <ConnectionPage>{(connection) => <DryRunPage key={connection.id} connection={connection} />}</ConnectionPage>
)

export default DryRun
