import { Button } from "@medusajs/ui"
import type { Books } from "../../../vocabulary/books"
import { useTexts } from "../../hooks/common/use-texts"
import { TextField } from "../common/text-field"

type Rate = Books["rates"][number]

const FIELDS = ["rate", "sales", "vat"] as const

/** Accounts of their own for sales and VAT at a rate; the others have those of all rates. */
export const RateAccounts = ({ rates, onChange }: { rates: Rate[]; onChange: (rates: Rate[]) => void }) => {
  const { t } = useTexts()
  const set = (index: number, changed: Partial<Rate>) =>
    onChange(rates.map((rate, at) => (at === index ? { ...rate, ...changed } : rate)))
  return (
    <div className="flex flex-col gap-y-2">
      {rates.map((rate, index) => (
        <div key={index} className="grid grid-cols-[1fr_1fr_1fr_auto] items-end gap-2">
          {FIELDS.map((field) => (
            <TextField
              key={field}
              label={t(`books.rates.${field}`)}
              value={rate[field]}
              onChange={(text) => set(index, { [field]: text.trim().replace(",", ".") })}
            />
          ))}
          <Button
            size="small"
            variant="transparent"
            aria-label={t("books.rates.remove", { rate: rate.rate })}
            onClick={() => onChange(rates.filter((_rate, at) => at !== index))}
          >
            ×
          </Button>
        </div>
      ))}
      <Button
        size="small"
        variant="secondary"
        className="self-start"
        onClick={() => onChange([...rates, { rate: "", sales: "", vat: "" }])}
      >
        {t("books.rates.add")}
      </Button>
    </div>
  )
}
