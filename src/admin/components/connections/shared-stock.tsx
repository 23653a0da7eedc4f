import { Alert, Text } from "@medusajs/ui"
import { Link } from "react-router-dom"
import { useTexts } from "../../hooks/common/use-texts"
import { useConnections } from "../../hooks/connections/use-connections"
import { useStockLocationChoices } from "../../hooks/store/use-store-choices"
import { getName, type Placed, sharingWith } from "../../lib/connections"

/** Which other connections sell from the same stock, and what that means; nothing where none does. */
export const SharedStock = ({ connection }: { connection: Placed }) => {
  const { t } = useTexts()
  const { data = [] } = useConnections()
  const { data: locations } = useStockLocationChoices()
  const sharing = sharingWith(connection, data)
  if (sharing.length === 0) {
    return null
  }
  const getPlaceName = (id: string) => locations?.find((location) => location.id === id)?.name ?? t("unknown")
  return (
    <Alert variant="info">
      <Text size="small" weight="plus">
        {t("sharedStock.title")}
      </Text>
      <ul className="mt-1 flex flex-col gap-y-1">
        {sharing.map(({ connection, ways }) => (
          <li key={connection.id} className="txt-small break-words">
            <Link className="text-ui-fg-base underline" to={`/settings/pos/${connection.id}`}>
              {getName(connection)}
            </Link>
            {":"}
            <span className="text-ui-fg-subtle">
              {ways
                .map(({ by, locationId }) => ` ${t(`sharedStock.${by}`, { place: getPlaceName(locationId) })}`)
                .join("")}
              {connection.stock_sync !== "two_way" && ` ${t("sharedStock.otherNotUpdated")}`}
            </span>
          </li>
        ))}
      </ul>
      <Text size="small" className="text-ui-fg-subtle mt-1">
        {connection.stock_sync !== "two_way" && `${t("sharedStock.notUpdated")} `}
        {t("sharedStock.lastPiece")}
      </Text>
    </Alert>
  )
}
