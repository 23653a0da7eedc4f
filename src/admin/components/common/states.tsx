import { Button, Heading, Skeleton, Text } from "@medusajs/ui"
import { Link } from "react-router-dom"
import type { UseQueryResult } from "@tanstack/react-query"
import type { ReactNode } from "react"
import { useTexts } from "../../hooks/common/use-texts"
import { Failure } from "./failure"

/** Nothing here yet, and the way to something. */
export const Empty = ({ title, hint, to, action }: { title: string; hint: string; to?: string; action?: string }) => (
  <div className="flex flex-col items-center gap-y-3 px-6 py-12 text-center">
    <Heading level="h3">{title}</Heading>
    <Text size="small" className="text-ui-fg-subtle max-w-md">
      {hint}
    </Text>
    {to && action && (
      <Button size="small" variant="secondary" asChild>
        <Link to={to}>{action}</Link>
      </Button>
    )}
  </div>
)

/** Shows what a query has read: a skeleton until then, what to do when it failed. What was read before stays shown. */
export function QueryResult<Data>(props: {
  query: Pick<UseQueryResult<Data>, "data" | "error"> & { refetch: () => unknown }
  lines?: number
  children: (data: Data) => ReactNode
}) {
  const { query, lines = 3, children } = props
  if (query.data !== undefined) {
    return <>{children(query.data)}</>
  }
  if (query.error) {
    return (
      <div className="px-6 py-4">
        <Failure error={query.error} onRetry={() => query.refetch()} />
      </div>
    )
  }
  return <SkeletonLines lines={lines} />
}

export const SkeletonLines = ({ lines }: { lines: number }) => {
  const { t } = useTexts()
  return (
    <div className="flex flex-col gap-y-3 px-6 py-4" role="status" aria-label={t("loading")}>
      {Array.from({ length: lines }, (_, index) => (
        <Skeleton key={index} className="h-5 w-full" />
      ))}
    </div>
  )
}
