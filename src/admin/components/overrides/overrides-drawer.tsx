import { Button, Drawer } from "@medusajs/ui"
import { useState } from "react"
import { useTexts } from "../../hooks/common/use-texts"
import { useProductVariants } from "../../hooks/shop/use-shop-products"
import type { Connection } from "../../lib/answers/connection"
import type { ProductLink } from "../../lib/answers/product-link"
import { QueryResult } from "../common/query-result"
import { OverridesForm } from "./overrides-form"

/** What the counter shows of a product instead of the shop's own: name, category, price and barcodes. */
export const OverridesDrawer = ({ link, connection }: { link: ProductLink; connection: Connection }) => {
  const { t } = useTexts()
  const [open, setOpen] = useState(false)
  const product = useProductVariants(link.product_id, open)
  return (
    <Drawer open={open} onOpenChange={setOpen}>
      <Drawer.Trigger asChild>
        <Button size="small" variant="secondary">
          {t("overrides.open")}
        </Button>
      </Drawer.Trigger>
      <Drawer.Content>
        <Drawer.Header>
          <Drawer.Title>{t("overrides.title")}</Drawer.Title>
          <Drawer.Description>{t("overrides.hint")}</Drawer.Description>
        </Drawer.Header>
        <QueryResult query={product}>
          {({ title, variants }) => (
            <OverridesForm
              link={link}
              connection={connection}
              title={title}
              variants={variants}
              onDone={() => setOpen(false)}
            />
          )}
        </QueryResult>
      </Drawer.Content>
    </Drawer>
  )
}
