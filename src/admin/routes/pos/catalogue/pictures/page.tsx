import { Button, createDataTableColumnHelper } from "@medusajs/ui"
import { useMemo } from "react"
import { PICTURE_STATES } from "../../../../../contract/catalog"
import { ConnectionPage } from "../../../../components/common/connection-page"
import { Crumb } from "../../../../components/common/crumb"
import { Moment } from "../../../../components/common/figures"
import { List } from "../../../../components/common/list"
import { ReasonOrNone } from "../../../../components/common/reason"
import { Section } from "../../../../components/common/section"
import { StateBadge } from "../../../../components/common/state-badge"
import { type ListQuery, useList, useListParams, useStateFilters } from "../../../../hooks/common/use-list"
import { useChange, useToasts } from "../../../../hooks/common/use-mutation-toasts"
import { useTexts } from "../../../../hooks/common/use-texts"
import type { Connection } from "../../../../lib/answers/connection"
import { type Picture, picturesAnswerSchema, retriedPicturesAnswerSchema } from "../../../../lib/answers/product"
import { ask } from "../../../../lib/http/client"
import { posKeys } from "../../../../lib/http/query-keys"

const column = createDataTableColumnHelper<Picture>()

/** Which image, its state, why, and when it is tried again by itself. */
function usePictureColumns(timeZone: string | null) {
  const { t } = useTexts()
  return useMemo(
    () => [
      column.accessor("url", {
        header: t("pictures.picture"),
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
        header: t("catalogue.state"),
        cell: ({ getValue }) => <StateBadge of="picture" state={getValue()} />,
      }),
      column.accessor("reason", {
        header: t("catalogue.reason"),
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

const usePictureFilters = () => useStateFilters("picture", "catalogue.state", PICTURE_STATES)

/** The last part of an address, as people know a file. */
function nameIn(url: string): string {
  const last = url.split(/[?#]/)[0]?.split("/").pop() ?? ""
  try {
    return decodeURIComponent(last) || url
  } catch {
    return url
  }
}

const PicturesPage = ({ connection }: { connection: Connection }) => {
  const { t } = useTexts()
  const toasts = useToasts()
  const { limit, offset, filter } = useListParams()
  const retry = useRetryPictures()
  const pictures = usePictures({ connection_id: connection.id, limit, offset, state: filter("state") })
  const columns = usePictureColumns(connection.time_zone)
  const filters = usePictureFilters()
  const tryAgain = () =>
    retry.mutate(connection.id, {
      onSuccess: ({ pictures: count }) => toasts.succeeded(t("pictures.retried", { count })),
      onError: toasts.failed,
    })
  return (
    <>
      <Section
        level="h1"
        title={t("menu.pictures")}
        hint={t("pictures.hint")}
        actions={
          <Button size="small" variant="secondary" isLoading={retry.isPending} onClick={tryAgain}>
            {t("pictures.retry")}
          </Button>
        }
      />
      <List
        headingLevel="h2"
        heading={t("pictures.list")}
        query={pictures}
        rows={pictures.data?.pictures}
        counted={pictures.data}
        columns={columns}
        filters={filters}
        empty={{ heading: t("pictures.empty.title"), description: t("pictures.empty.hint") }}
      />
    </>
  )
}

function usePictures(query: ListQuery) {
  return useList({
    key: posKeys.pictures(query),
    schema: picturesAnswerSchema,
    path: "/admin/pos/pictures",
    query,
  })
}

/** Tries the images of a connection that failed again. */
function useRetryPictures() {
  return useChange((connection_id: string) =>
    ask(retriedPicturesAnswerSchema, "/admin/pos/pictures/retry", { method: "POST", body: { connection_id } })
  )
}

/** Which images the POS has, why not, and another try. */
const Pictures = () => (
  <ConnectionPage>{(connection) => <PicturesPage key={connection.id} connection={connection} />}</ConnectionPage>
)

export const handle = { breadcrumb: () => <Crumb name="pictures" /> }

export default Pictures
