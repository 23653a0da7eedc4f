import { createDataTableColumnHelper } from "@medusajs/ui"
import { useMemo } from "react"
import { Button } from "../components/common/button"
import { IMAGE_STATES } from "../../contract/catalog"
import { ConnectionPage } from "../components/common/connection-page"
import { Moment } from "../components/common/figures"
import { List } from "../components/common/list"
import { ReasonOrNone } from "../components/common/reason"
import { Section } from "../components/common/section"
import { StateBadge } from "../components/common/state-badge"
import { type ListQuery, useList, useListParams, useStateFilters } from "../hooks/common/use-list"
import { useChange, useToasts } from "../hooks/common/use-mutation-toasts"
import { useTexts } from "../hooks/common/use-texts"
import type { Connection } from "../lib/answers/connection"
import { type Image, imagesAnswerSchema, retriedImagesAnswerSchema } from "../lib/answers/product"
import { ask } from "../lib/http/client"
import { posKeys } from "../lib/http/query-keys"
import { Restricted } from "../components/common/restricted"

const column = createDataTableColumnHelper<Image>()

/** Which image, its state, why, and when it is tried again by itself. */
function useImageColumns(timeZone: string | null) {
  const { t } = useTexts()
  return useMemo(
    () => [
      column.accessor("url", {
        header: t("images.image"),
        cell: ({ getValue }) => (
          <a
            href={getValue()}
            target="_blank"
            rel="noreferrer"
            title={getValue()}
            className="text-ui-fg-base block max-w-72 truncate underline"
          >
            {nameIn(getValue())}
          </a>
        ),
      }),
      column.accessor("state", {
        header: t("catalog.state"),
        cell: ({ getValue }) => <StateBadge kind="image" state={getValue()} />,
      }),
      column.accessor("reason", {
        header: t("catalog.reason"),
        cell: ({ getValue }) => (
          <div className="min-w-40 whitespace-normal">
            <ReasonOrNone text={getValue()} />
          </div>
        ),
      }),
      column.accessor("attempts", { header: t("inbox.attempts") }),
      column.accessor("next_attempt_at", {
        header: t("inbox.nextAttemptAt"),
        cell: ({ getValue }) => <Moment at={getValue()} timeZone={timeZone} />,
      }),
    ],
    [t, timeZone]
  )
}

const useImageFilters = () => useStateFilters("image", "catalog.state", IMAGE_STATES)

/** The last part of an address, as people know a file. */
function nameIn(url: string): string {
  const last = url.split(/[?#]/)[0]?.split("/").pop() ?? ""
  try {
    return decodeURIComponent(last) || url
  } catch {
    return url
  }
}

const ImagesPage = ({ connection }: { connection: Connection }) => {
  const { t } = useTexts()
  const toasts = useToasts()
  const { limit, offset, filter } = useListParams()
  const retry = useRetryImages()
  const images = useImages({ connection_id: connection.id, limit, offset, state: filter("state") })
  const columns = useImageColumns(connection.time_zone)
  const filters = useImageFilters()
  const tryAgain = () =>
    retry.mutate(connection.id, {
      onSuccess: ({ images: count }) => toasts.succeeded(t("images.retried", { count })),
      onError: toasts.failed,
    })
  return (
    <>
      <Section
        level="h1"
        title={t("menu.images")}
        hint={t("images.hint")}
        actions={
          <Restricted to="operate">
            <Button size="small" variant="secondary" isLoading={retry.isPending} onClick={tryAgain}>
              {t("images.retry")}
            </Button>
          </Restricted>
        }
      />
      <List
        headingLevel="h2"
        heading={t("images.list")}
        query={images}
        rows={images.data?.images}
        counted={images.data}
        columns={columns}
        filters={filters}
        empty={{ heading: t("images.empty.title"), description: t("images.empty.hint") }}
      />
    </>
  )
}

function useImages(query: ListQuery) {
  return useList({
    key: posKeys.images(query),
    schema: imagesAnswerSchema,
    path: "/admin/pos/images",
    query,
  })
}

/** Tries the images of a connection that failed again. */
function useRetryImages() {
  return useChange((connection_id: string) =>
    ask(retriedImagesAnswerSchema, "/admin/pos/images/retry", { method: "POST", body: { connection_id } })
  )
}

/** Which images the POS has, why not, and another try. */
const Images = () => (
  <ConnectionPage>{(connection) => <ImagesPage key={connection.id} connection={connection} />}</ConnectionPage>
)

export default Images
