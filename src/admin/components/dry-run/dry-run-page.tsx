import { Button, Label, Switch, Text } from "@medusajs/ui"
import { useId, useState } from "react"
import { useNamedInUrl } from "../../hooks/common/use-named-in-url"
import { useTexts } from "../../hooks/common/use-texts"
import { useDryRun } from "../../hooks/dry-run/use-dry-run"
import type { Connection } from "../../lib/answers/connection"
import { Failure } from "../common/failure"
import { SkeletonLines } from "../common/query-result"
import { Section } from "../common/section"
import { DryRunProduct } from "./dry-run-product"

const LINES = 8

/** What a full sync would create, change, delete and refuse; or what it would do with the product that the URL names. */
export const DryRunPage = ({ connection }: { connection: Connection }) => {
  const { t } = useTexts()
  const { id: productId } = useNamedInUrl("product")
  const [all, setAll] = useState(productId !== "")
  const query = useDryRun(connection.id, productId)
  const { data, error, refetch, isPending, hasNextPage, fetchNextPage, isFetchingNextPage } = query
  const id = useId()
  const isAskedFor = ({ product_id }: { product_id: string }) => productId === "" || product_id === productId
  const entries = (data?.pages ?? []).flatMap((page) => page.entries).filter(isAskedFor)
  const shown = all ? entries : entries.filter(({ action }) => action !== "none")
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
      {data && shown.length === 0 && (
        <Text size="small" className="text-ui-fg-subtle px-6 py-4">
          {t("dryRun.nothing", { count: entries.length })}
        </Text>
      )}
      <ul className="divide-y empty:hidden">
        {shown.map((entry) => (
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
