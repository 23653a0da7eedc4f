import { Button } from "@medusajs/ui"
import { useTranslation } from "react-i18next"
import { useMakeBarcodes } from "../../hooks/use-overrides"
import { useTold } from "../../hooks/use-told"

/** Gives variants without any code a barcode of the in-store range, in the shop. */
export const MakeBarcodes = ({ productIds }: { productIds: string[] }) => {
  const { t } = useTranslation("pos")
  const told = useTold()
  const make = useMakeBarcodes()
  const now = () =>
    make.mutate(productIds, {
      onSuccess: ({ variants }) => told.succeeded(t("barcodes.made", { count: variants.length })),
      onError: told.failed,
    })
  return (
    <Button size="small" variant="secondary" className="self-start" isLoading={make.isPending} onClick={now}>
      {t("barcodes.make")}
    </Button>
  )
}
