import { Button } from "@medusajs/ui"
import { Link } from "react-router-dom"
import { useNamedInUrl } from "../../hooks/common/use-named-in-url"
import { useTexts } from "../../hooks/common/use-texts"
import type { Connection } from "../../lib/answers/connection"
import type { NamedVariant } from "../../lib/answers/shop"
import { DrawerInUrl } from "../common/drawer-in-url"
import { Movements } from "./movements"

const SHOWN = 50

/** How the stock of the variant in the URL moved. */
export const LedgerDrawer = (props: { connection: Connection; names: Map<string, NamedVariant> | undefined }) => {
  const { connection, names } = props
  const { t } = useTexts()
  const named = useNamedInUrl("variant")
  const { id } = named
  const variant = names?.get(id)
  return (
    <DrawerInUrl
      named={named}
      title={variant?.name ?? id}
      description={t("stock.ledger")}
      before={
        variant?.productId && (
          <Button size="small" variant="secondary" asChild>
            <Link to={`/products/${variant.productId}/variants/${id}`}>{t("stock.openVariant")}</Link>
          </Button>
        )
      }
    >
      {id !== "" && (
        <Movements variantId={id} connectionId={connection.id} timeZone={connection.time_zone} limit={SHOWN} />
      )}
    </DrawerInUrl>
  )
}
