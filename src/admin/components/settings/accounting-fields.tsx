import { Button, Hint, Input, Label } from "@medusajs/ui"
import { useId, useState } from "react"
import { BOOK_KINDS, type BookKind, type AccountingSettings } from "../../../contract/accounting"
import { useTexts } from "../../hooks/common/use-texts"
import { ChoiceField, TextField } from "../common/fields"
import { fillFromChart, listCharts } from "../../../contract/charts-of-accounts"

type Rate = AccountingSettings["rates"][number]

const FIELDS = ["rate", "sales", "vat"] as const

/** Accounts of their own for sales and VAT at a rate; the others have those of all rates. */
const RateAccounts = ({ rates, onChange }: { rates: Rate[]; onChange: (rates: Rate[]) => void }) => {
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
              label={t(`accounting.rates.${field}`)}
              value={rate[field]}
              onChange={(text) => set(index, { [field]: text.trim().replace(",", ".") })}
            />
          ))}
          <Button
            size="small"
            variant="transparent"
            aria-label={t("accounting.rates.remove", { rate: rate.rate })}
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
        {t("accounting.rates.add")}
      </Button>
    </div>
  )
}

const MONTHS = Array.from({ length: 12 }, (_one, index) => index + 1)

/** Accounts by kind and by rate, the fiscal year, the fields that DATEV needs, and the last closed day. */
export const AccountingFields = ({
  country,
  accounting,
  onChange,
}: {
  /** the connection's, whose charts of accounts are listed first */
  country: string | null
  accounting: AccountingSettings
  onChange: (accounting: AccountingSettings) => void
}) => {
  const { t, language } = useTexts()
  const monthName = new Intl.DateTimeFormat(language, { month: "long", timeZone: "UTC" })
  const change = (changed: Partial<AccountingSettings>) => onChange({ ...accounting, ...changed })
  const setAccount = (kind: BookKind, account: string) => {
    const { [kind]: _former, ...others } = accounting.accounts
    change({ accounts: account === "" ? others : { ...others, [kind]: account } })
  }
  return (
    <>
      <ChartChoice country={country} accounting={accounting} onChange={onChange} />
      <div className="grid grid-cols-2 gap-4">
        {BOOK_KINDS.map((kind) => (
          <TextField
            key={kind}
            label={t(`accounting.kinds.${kind}`)}
            value={accounting.accounts[kind] ?? ""}
            onChange={(account) => setAccount(kind, account.trim())}
          />
        ))}
      </div>
      <RateAccounts rates={accounting.rates} onChange={(rates) => change({ rates })} />
      <ChoiceField
        label={t("accounting.fiscalYear.label")}
        hint={t("accounting.fiscalYear.hint")}
        choices={MONTHS.map((month) => ({ id: String(month), name: monthName.format(Date.UTC(2026, month - 1)) }))}
        chosen={String(accounting.fiscal_year_start)}
        onChoose={(month) => change({ fiscal_year_start: Number(month) })}
      />
      <Datev datev={accounting.datev} onChange={(datev) => change({ datev })} />
      <LockedUntil day={accounting.locked_until} onChange={(locked_until) => change({ locked_until })} />
    </>
  )
}

const Datev = ({
  datev,
  onChange,
}: {
  datev: AccountingSettings["datev"]
  onChange: (datev: AccountingSettings["datev"]) => void
}) => {
  const { t } = useTexts()
  const shownNumbers = { consultant: datev?.consultant ?? 0, client: datev?.client ?? 0 }
  const set = (name: keyof typeof shownNumbers, text: string) => {
    const next = { ...shownNumbers, [name]: Number(text.replace(/\D/g, "")) }
    onChange(next.consultant === 0 && next.client === 0 ? null : next)
  }
  return (
    <div className="grid grid-cols-2 gap-4">
      {(["consultant", "client"] as const).map((name) => (
        <TextField
          key={name}
          label={t(`accounting.datev.${name}`)}
          value={shownNumbers[name] === 0 ? "" : String(shownNumbers[name])}
          onChange={(text) => set(name, text)}
        />
      ))}
    </div>
  )
}

const LockedUntil = ({ day, onChange }: { day: string | null; onChange: (day: string | null) => void }) => {
  const { t } = useTexts()
  const id = useId()
  return (
    <div className="flex flex-col gap-y-1">
      <Label htmlFor={id} size="small" weight="plus">
        {t("accounting.lockedUntil.label")}
      </Label>
      <Input id={id} type="date" value={day ?? ""} onChange={({ target }) => onChange(target.value || null)} />
      <Hint>{t("accounting.lockedUntil.hint")}</Hint>
    </div>
  )
}

/**
 * Fills the empty fields of the form from a chart of accounts, those of the connection's country first. Choosing another
 * chart replaces the first one as long as nothing was edited in between.
 */
const ChartChoice = (props: {
  country: string | null
  accounting: AccountingSettings
  onChange: (accounting: AccountingSettings) => void
}) => {
  const { country, accounting, onChange } = props
  const { t, language } = useTexts()
  const [chosen, setChosen] = useState("")
  const [filled, setFilled] = useState<{ before: AccountingSettings; after: AccountingSettings } | null>(null)
  const charts = listCharts(country)
  const countries = new Intl.DisplayNames(language, { type: "region" })
  const choose = (id: string) => {
    const chart = charts.find((candidate) => candidate.id === id)
    if (chart) {
      const before = filled?.after === accounting ? filled.before : accounting
      const after = fillFromChart(before, chart)
      setChosen(id)
      setFilled({ before, after })
      onChange(after)
    }
  }
  return (
    <ChoiceField
      label={t("accounting.chart.label")}
      hint={t("accounting.chart.hint")}
      choices={charts.map((chart) => ({ id: chart.id, name: `${countries.of(chart.country)}: ${chart.name}` }))}
      chosen={chosen}
      onChoose={choose}
    />
  )
}
