import { Button } from "@medusajs/ui"
import { useTexts } from "../../hooks/common/use-texts"
import { useMakeBarcodes } from "../../hooks/overrides/use-overrides"
import { useToasts } from "../../hooks/common/use-toasts"

/** Gives variants without any code a barcode of the in-store range, in the shop. */
export const MakeBarcodes = ({ productIds }: { productIds: string[] }) => {
  const { t } = useTexts()
  const toasts = useToasts()
  const make = useMakeBarcodes()
  const now = () =>
    make.mutate(productIds, {
      onSuccess: ({ variants }) => toasts.succeeded(t("barcodes.made", { count: variants.length })),
      onError: toasts.failed,
    })
  return (
    <Button size="small" variant="secondary" className="self-start" isLoading={make.isPending} onClick={now}>
      {t("barcodes.make")}
    </Button>
  )
}
