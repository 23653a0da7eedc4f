import type { DataTableCommand, DataTableRowSelectionState } from "@medusajs/ui"
import { useToasts } from "../common/use-mutation-toasts"
import { useTexts } from "../common/use-texts"
import { useInclude, useMakeBarcodes, usePushProducts } from "./use-product-links"

/**
 * What can be done with many products at once: push now, include, exclude, leave it to the selection.
 * @param mayInclude asks before products are included
 */
export function useLinkCommands(
  connectionId: string,
  rows: { id: string; product_id: string }[],
  onDone: () => void,
  mayInclude: (productIds: string[]) => Promise<boolean> = async () => true
): DataTableCommand[] {
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
      action: async (selected: DataTableRowSelectionState) => {
        const product_ids = productIdsOf(selected)
        if (inclusion !== "include" || (await mayInclude(product_ids))) {
          include.mutate({ product_ids, inclusion }, ended(t("product.changed")))
        }
      },
    })),
  ]
}
