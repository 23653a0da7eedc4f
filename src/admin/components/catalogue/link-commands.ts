import type { DataTableCommand, DataTableRowSelectionState } from "@medusajs/ui"
import { useTexts } from "../../hooks/common/use-texts"
import { useMakeBarcodes } from "../../hooks/overrides/use-overrides"
import { useInclude, usePushProducts } from "../../hooks/catalogue/use-product-links"
import { useToasts } from "../../hooks/common/use-toasts"
import type { ProductLink } from "../../lib/answers/product-link"

/** What can be done with many products at once: push now, include, exclude, leave it to the selection. */
export function useLinkCommands(connectionId: string, rows: ProductLink[], onDone: () => void): DataTableCommand[] {
  const { t } = useTexts()
  const toasts = useToasts()
  const push = usePushProducts(connectionId)
  const include = useInclude(connectionId)
  const barcodes = useMakeBarcodes()
  const productIdsOf = (selected: DataTableRowSelectionState) =>
    rows.filter(({ id }) => selected[id]).map(({ product_id }) => product_id)
  const ended = (words: string) => ({
    onSuccess: () => {
      toasts.succeeded(words)
      onDone()
    },
    onError: toasts.failed,
  })
  return [
    {
      label: t("product.push"),
      shortcut: "p",
      action: (selected) => push.mutate(productIdsOf(selected), ended(t("product.pushing"))),
    },
    {
      label: t("barcodes.make"),
      shortcut: "b",
      action: (selected) =>
        barcodes.mutate(productIdsOf(selected), {
          onSuccess: ({ variants }) => {
            toasts.succeeded(t("barcodes.made", { count: variants.length }))
            onDone()
          },
          onError: toasts.failed,
        }),
    },
    ...(["include", "exclude", "auto"] as const).map((inclusion) => ({
      label: t(`product.${inclusion}`),
      shortcut: inclusion.slice(0, 1),
      action: (selected: DataTableRowSelectionState) =>
        include.mutate({ product_ids: productIdsOf(selected), inclusion }, ended(t("product.changed"))),
    })),
  ]
}
