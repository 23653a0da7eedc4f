import { Button } from "@medusajs/ui"
import { useListParams } from "../../hooks/common/use-list-params"
import { useTexts } from "../../hooks/common/use-texts"
import { usePictures, useRetryPictures } from "../../hooks/pictures/use-pictures"
import { useToasts } from "../../hooks/common/use-toasts"
import type { Connection } from "../../lib/answers/connection"
import { List } from "../common/list"
import { Section } from "../common/section"
import { usePictureColumns, usePictureFilters } from "./picture-columns"

export const PicturesPage = ({ connection }: { connection: Connection }) => {
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
