import type { AccountingChoice, ChartOfAccounts } from "./accounting"
import { CONTINENTAL_CHARTS } from "./charts-continental"
import { NORDIC_CHARTS } from "./charts-nordic"

/**
 * Charts of accounts to start from, by country. An accountant must check them: a store may use other numbers. Digits
 * only, as SIE and DATEV need them.
 */
export const CHARTS_OF_ACCOUNTS: readonly ChartOfAccounts[] = [...NORDIC_CHARTS, ...CONTINENTAL_CHARTS]

/** Lists all charts, those of a country first. */
export function listCharts(country: string | null): ChartOfAccounts[] {
  const isOwn = (chart: ChartOfAccounts) => chart.country === country?.toUpperCase()
  const otherCharts = CHARTS_OF_ACCOUNTS.filter((chart) => !isOwn(chart))
  return [...CHARTS_OF_ACCOUNTS.filter(isOwn), ...otherCharts]
}

type Accounts = Pick<AccountingChoice, "accounts" | "rates">

type RateAccounts = Accounts["rates"][number]

/**
 * Fills the accounts that are empty with those of a chart; others stay. Rates that the chart does not have stay too.
 * Its standard rate gets the store's general accounts for sales and VAT if there are any, since these were chosen for it.
 * @returns the settings with the accounts, for a form: nothing is saved
 */
export function fillFromChart<Settings extends Accounts>(settings: Settings, chart: ChartOfAccounts): Settings {
  const chosenAccounts = Object.fromEntries(Object.entries(settings.accounts).filter(([, account]) => account !== ""))
  const accounts = { ...chart.accounts, ...chosenAccounts }
  const proposed = chart.rates.map(({ rate, sales, vat }) => ({
    rate,
    sales: sales === chart.accounts.sales ? accounts.sales : sales,
    vat: vat === chart.accounts.vat ? accounts.vat : vat,
  }))
  const filled = settings.rates.filter((row) => !isBlank(row)).map((row) => fillRate(row, proposed))
  const missing = proposed.filter((row) => !filled.some((present) => isSameRate(present, row)))
  return { ...settings, accounts, rates: [...filled, ...missing] }
}

const isBlank = ({ rate, sales, vat }: RateAccounts) => rate === "" && sales === "" && vat === ""

/** Compares as numbers: a rate that was just typed may be "25.0". */
const isSameRate = (first: RateAccounts, second: RateAccounts) =>
  first.rate !== "" && Number(first.rate) === Number(second.rate)

function fillRate(row: RateAccounts, proposed: RateAccounts[]): RateAccounts {
  const same = proposed.find((candidate) => isSameRate(row, candidate))
  return same ? { rate: row.rate, sales: row.sales || same.sales, vat: row.vat || same.vat } : row
}
