import { Tabs } from "@medusajs/ui"
import { useSearchParams } from "react-router-dom"
import { useTexts } from "../../hooks/common/use-texts"
import type { Connection } from "../../lib/answers/connection"
import { UnsettledList } from "./unsettled-list"
import { UnusualFeesList } from "./unusual-fees-list"
import { WithoutReceiptList } from "./without-receipt-list"

const LISTS = { unsettled: UnsettledList, withoutReceipt: WithoutReceiptList, fees: UnusualFeesList } as const

const NAMES = ["unsettled", "withoutReceipt", "fees"] as const

/** Three lists of payments that do not add up; the URL says which. */
export const ReviewPage = ({ connection }: { connection: Connection }) => {
  const { t } = useTexts()
  const [search, setSearch] = useSearchParams()
  const shown = NAMES.find((name) => name === search.get("list")) ?? "unsettled"
  const List = LISTS[shown]
  return (
    <Tabs value={shown} onValueChange={(list) => setSearch({ connection: connection.id, list })}>
      <Tabs.List className="mb-3 flex-wrap" aria-label={t("menu.review")}>
        {NAMES.map((name) => (
          <Tabs.Trigger key={name} value={name}>
            {t(`review.${name}.title`)}
          </Tabs.Trigger>
        ))}
      </Tabs.List>
      <Tabs.Content value={shown}>
        <List connection={connection} />
      </Tabs.Content>
    </Tabs>
  )
}
