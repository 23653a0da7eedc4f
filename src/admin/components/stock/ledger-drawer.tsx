import { Button, Drawer } from "@medusajs/ui"
import { useTranslation } from "react-i18next"
import { Link } from "react-router-dom"
import { useNamedInUrl } from "../../hooks/use-named-in-url"
import type { Connection } from "../../lib/answers/connection"
import type { NamedVariant } from "../../lib/answers/stock"
import { Movements } from "./movements"

const SHOWN = 50

/** How the stock of the variant in the URL moved. */
export const LedgerDrawer = (props: { connection: Connection; names: Map<string, NamedVariant> | undefined }) => {
  const { connection, names } = props
  const { t } = useTranslation("pos")
  const { id, close } = useNamedInUrl("variant")
  const variant = names?.get(id)
  return (
    <Drawer open={id !== ""} onOpenChange={(open) => !open && close()}>
      <Drawer.Content>
        <Drawer.Header>
          <Drawer.Title>{variant?.name ?? id}</Drawer.Title>
          <Drawer.Description>{t("stock.ledger")}</Drawer.Description>
        </Drawer.Header>
        <Drawer.Body className="overflow-y-auto p-0">
          {id !== "" && (
            <Movements variantId={id} connectionId={connection.id} timeZone={connection.time_zone} limit={SHOWN} />
          )}
        </Drawer.Body>
        <Drawer.Footer>
          {variant?.productId && (
            <Button size="small" variant="secondary" asChild>
              <Link to={`/products/${variant.productId}/variants/${id}`}>{t("stock.openVariant")}</Link>
            </Button>
          )}
          <Drawer.Close asChild>
            <Button size="small" variant="secondary">
              {t("actions.close")}
            </Button>
          </Drawer.Close>
        </Drawer.Footer>
      </Drawer.Content>
    </Drawer>
  )
}
