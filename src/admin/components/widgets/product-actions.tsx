import { Button } from "@medusajs/ui"
import { Link } from "react-router-dom"
import { useInclude, usePushProducts } from "../../hooks/catalogue/use-product-links"
import { useTexts } from "../../hooks/common/use-texts"
import { useToasts } from "../../hooks/common/use-toasts"
import type { Connection } from "../../lib/answers/connection"
import type { ProductLink } from "../../lib/answers/product-link"
import { OverridesDrawer } from "../overrides/overrides-drawer"

/** Pushes a product now, and takes it out of the counter's selection or back in. */
export const ProductActions = ({ link, connection }: { link: ProductLink; connection: Connection | undefined }) => {
  const { t } = useTexts()
  const toasts = useToasts()
  const push = usePushProducts(link.connection_id)
  const include = useInclude(link.connection_id)
  const inclusion = link.inclusion === "exclude" ? "auto" : "exclude"
  return (
    <div className="flex flex-wrap gap-2 px-6 py-4">
      {link.inclusion !== "exclude" && (
        <Button
          size="small"
          variant="secondary"
          isLoading={push.isPending}
          onClick={() =>
            push.mutate([link.product_id], {
              onSuccess: () => toasts.succeeded(t("product.pushing")),
              onError: toasts.failed,
            })
          }
        >
          {t("product.push")}
        </Button>
      )}
      <Button
        size="small"
        variant="secondary"
        isLoading={include.isPending}
        onClick={() =>
          include.mutate(
            { product_ids: [link.product_id], inclusion },
            { onSuccess: () => toasts.succeeded(t("product.changed")), onError: toasts.failed }
          )
        }
      >
        {t(`product.${inclusion}`)}
      </Button>
      {connection && <OverridesDrawer link={link} connection={connection} />}
      <Button size="small" variant="secondary" asChild>
        <Link to={`/pos/catalogue/dry-run?connection=${link.connection_id}&product=${link.product_id}`}>
          {t("product.diff")}
        </Link>
      </Button>
    </div>
  )
}
