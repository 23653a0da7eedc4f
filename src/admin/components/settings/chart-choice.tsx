import { useState } from "react"
import type { AccountingSettings } from "../../../contract/accounting"
import { fillFromChart, listCharts } from "../../../contract/charts-of-accounts"
import { useTexts } from "../../hooks/common/use-texts"
import { ChoiceField } from "../common/fields"

/**
 * Fills the empty fields of the form from a chart of accounts, those of the connection's country first. Choosing another
 * chart replaces the first one as long as nothing was edited in between.
 */
export const ChartChoice = (props: {
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
