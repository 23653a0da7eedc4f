import { Select } from "@medusajs/ui"
import { useState } from "react"
import { Button } from "../common/button"
import { type Language, LANGUAGE_CODES } from "../../../contract/languages"
import { languageOfCountry } from "../../../contract/receipts"
import { useTexts } from "../../hooks/common/use-texts"
import { useToasts } from "../../hooks/common/use-mutation-toasts"
import { useConnections } from "../../hooks/connections/use-connections"
import { type FullReceipt, useReceiptPaper } from "../../hooks/receipts/use-receipts"

/** Prints the receipt or saves it as a file, as a customer gets it: in the language of the country until another is chosen. */
export const DocumentButtons = ({ receipt }: { receipt: FullReceipt }) => {
  const { t, language: reader } = useTexts()
  const connections = useConnections()
  const country = connections.data?.find(({ id }) => id === receipt.connection_id)?.country_code ?? null
  const [chosen, setChosen] = useState<Language | null>(null)
  const language = chosen ?? languageOfCountry(country)
  const names = new Intl.DisplayNames(reader, { type: "language" })
  const toasts = useToasts()
  const printing = useReceiptPaper(receipt.id)
  const saving = useReceiptPaper(receipt.id)
  const print = () => {
    // At the click itself: a browser does not open it later.
    const tab = window.open("", "_blank")
    printing.mutate(
      { print: true, language },
      {
        onSuccess: (address) => tab?.location.replace(address),
        onError: (error) => {
          tab?.close()
          toasts.failed(error)
        },
      }
    )
  }
  const save = () =>
    saving.mutate(
      { print: false, language },
      {
        onSuccess: (address) => {
          const link = document.createElement("a")
          link.href = address
          link.download = `receipt-${receipt.purchase_number ?? receipt.id}.pdf`
          link.click()
        },
        onError: toasts.failed,
      }
    )
  return (
    <div className="flex flex-wrap justify-center gap-2">
      <Select
        size="small"
        value={language}
        onValueChange={(value) => setChosen(LANGUAGE_CODES.find((each) => each === value) ?? null)}
      >
        <Select.Trigger className="w-auto" aria-label={t("receipts.language")}>
          <Select.Value />
        </Select.Trigger>
        <Select.Content>
          {LANGUAGE_CODES.map((each) => (
            <Select.Item key={each} value={each}>
              {names.of(each)}
            </Select.Item>
          ))}
        </Select.Content>
      </Select>
      <Button size="small" variant="secondary" isLoading={printing.isPending} onClick={print}>
        {t("receipts.print")}
      </Button>
      <Button size="small" variant="secondary" isLoading={saving.isPending} onClick={save}>
        {t("receipts.pdf")}
      </Button>
    </div>
  )
}
