import { Button } from "@medusajs/ui"
import { useTexts } from "../../hooks/common/use-texts"
import { useToasts } from "../../hooks/common/use-toasts"
import { useReceiptPaper } from "../../hooks/receipts/use-receipts"
import type { FullReceipt } from "../../lib/answers/receipt"

/** The receipt on paper or as a file, in the shop's language: what a customer gets. */
export const PaperButtons = ({ receipt }: { receipt: FullReceipt }) => {
  const { t } = useTexts()
  const toasts = useToasts()
  const printing = useReceiptPaper(receipt.id)
  const saving = useReceiptPaper(receipt.id)
  const print = () => {
    // At the click itself: a browser does not open it later.
    const tab = window.open("", "_blank")
    printing.mutate(true, {
      onSuccess: (address) => tab?.location.replace(address),
      onError: (error) => {
        tab?.close()
        toasts.failed(error)
      },
    })
  }
  const save = () =>
    saving.mutate(false, {
      onSuccess: (address) => {
        const link = document.createElement("a")
        link.href = address
        link.download = `receipt-${receipt.purchase_number ?? receipt.id}.pdf`
        link.click()
      },
      onError: toasts.failed,
    })
  return (
    <div className="flex gap-2">
      <Button size="small" variant="secondary" isLoading={printing.isPending} onClick={print}>
        {t("receipts.print")}
      </Button>
      <Button size="small" variant="secondary" isLoading={saving.isPending} onClick={save}>
        {t("receipts.pdf")}
      </Button>
    </div>
  )
}
