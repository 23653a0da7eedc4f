import { useTexts } from "../../hooks/common/use-texts"
import { useGiftCards } from "../../hooks/gift-cards/use-gift-cards"
import { useHrefWith } from "../../hooks/common/use-href-with"
import { useListParams } from "../../hooks/common/use-list-params"
import type { Connection } from "../../lib/answers/connection"
import { List } from "../common/list"
import { CardDrawer } from "./card-drawer"
import { useCardColumns, useCardFilters } from "./card-columns"
import { Liability } from "./liability"
import { LookUp } from "./look-up"

export const GiftCardsPage = ({ connection }: { connection: Connection }) => {
  const { t } = useTexts()
  const { limit, offset, q, filter } = useListParams()
  const cards = useGiftCards({
    connection_id: connection.id,
    limit,
    offset,
    standing: filter("standing"),
    ...(q === "" ? {} : { q }),
  })
  const columns = useCardColumns(connection)
  const filters = useCardFilters()
  const hrefWith = useHrefWith()
  return (
    <>
      <List
        heading={t("menu.giftCards")}
        subHeading={t("giftCards.hint")}
        query={cards}
        rows={cards.data?.gift_cards}
        counted={cards.data}
        columns={columns}
        filters={filters}
        enableSearch
        rowHref={({ id }) => `/pos/gift-cards${hrefWith("card", id)}`}
        empty={{ heading: t("giftCards.empty.title"), description: t("giftCards.empty.hint") }}
      />
      <div className="grid grid-cols-1 gap-3 xl:grid-cols-2">
        <Liability connection={connection} />
        <LookUp connection={connection} />
      </div>
      <CardDrawer connection={connection} />
    </>
  )
}
