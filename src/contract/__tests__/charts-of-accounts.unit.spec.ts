import { accountingChoiceSchema, accountingSettingsSchema, BOOK_KINDS } from "../accounting"
import { CHARTS_OF_ACCOUNTS, fillFromChart, listCharts } from "../charts-of-accounts"

const getChart = (id: string) => {
  const chart = CHARTS_OF_ACCOUNTS.find((candidate) => candidate.id === id)
  if (!chart) {
    throw new Error(`There is no chart ${id}.`)
  }
  return chart
}

const empty = accountingSettingsSchema.parse({})

describe("Charts of accounts", () => {
  it("are those of nine countries, two of them of Germany", () => {
    expect(CHARTS_OF_ACCOUNTS.map(({ id }) => id).sort()).toEqual([
      "de-skr03",
      "de-skr04",
      "dk",
      "es-pgc",
      "fi",
      "fr-pcg",
      "it",
      "nl",
      "no-ns4102",
      "se-bas",
    ])
  })

  it.each([
    ["SE", ["25", "12", "6"]],
    ["DE", ["19", "7"]],
    ["DK", ["25"]],
    ["NO", ["25", "15", "12"]],
    ["FI", ["25.5", "13.5", "10"]],
    ["NL", ["21", "9"]],
    ["FR", ["20", "10", "5.5", "2.1"]],
    ["ES", ["21", "10", "4"]],
    ["IT", ["22", "10", "5", "4"]],
  ])("of %s have its VAT rates", (country, rates) => {
    const charts = CHARTS_OF_ACCOUNTS.filter((chart) => chart.country === country)
    expect(charts.length).toBeGreaterThan(0)
    for (const chart of charts) {
      expect(chart.rates.map(({ rate }) => rate)).toEqual(rates)
    }
  })

  it.each(CHARTS_OF_ACCOUNTS.map((chart) => [chart.id, chart] as const))("%s is complete and valid", (_id, chart) => {
    const { accounts, rates } = chart
    expect(Object.keys(accounts).sort()).toEqual([...BOOK_KINDS].sort())
    expect(accountingChoiceSchema.parse({ accounts, rates })).toMatchObject({ accounts, rates })
    const numbers = [...Object.values(accounts), ...rates.flatMap(({ sales, vat }) => [sales, vat])]
    expect(numbers.filter((number) => !/^[1-9]\d{3,7}$/.test(number))).toEqual([])
    expect(new Set(numbers.map(({ length }) => length)).size).toBe(1)
    expect(rates[0]).toMatchObject({ sales: accounts.sales, vat: accounts.vat })
  })

  it.each(CHARTS_OF_ACCOUNTS.map((chart) => [chart.id, chart] as const))(
    "%s has accounts for what the POS owes, for cash and for the bank that no other kind has",
    (_id, { accounts }) => {
      for (const kind of ["card", "cash", "payouts"] as const) {
        const sharing = BOOK_KINDS.filter((other) => accounts[other] === accounts[kind])
        expect(sharing).toEqual([kind])
      }
    }
  )

  it("are listed with those of the country first", () => {
    expect(
      listCharts("de")
        .slice(0, 2)
        .map(({ id }) => id)
    ).toEqual(["de-skr03", "de-skr04"])
    expect(listCharts("JP")).toEqual(CHARTS_OF_ACCOUNTS)
    expect(listCharts(null)).toEqual(CHARTS_OF_ACCOUNTS)
    expect(new Set(listCharts("FI"))).toEqual(new Set(CHARTS_OF_ACCOUNTS))
  })
})

describe("Filling from a chart", () => {
  const bas = getChart("se-bas")

  it("fills empty settings with all of it, and leaves the others alone", () => {
    const settings = { ...empty, fiscal_year_start: 7, locked_until: "2026-01-31" }
    const { accounts, rates } = bas
    expect(fillFromChart(settings, bas)).toEqual({ ...settings, accounts, rates })
  })

  it("keeps accounts and rates that are filled, and fills those that are empty", () => {
    const filled = fillFromChart(
      {
        accounts: { cash: "1911", card: "" },
        rates: [
          { rate: "12.0", sales: "3052", vat: "" },
          { rate: "", sales: "", vat: "" },
          { rate: "0", sales: "3004", vat: "2650" },
        ],
      },
      bas
    )
    expect(filled.accounts).toEqual({ ...bas.accounts, cash: "1911" })
    expect(filled.rates).toEqual([
      { rate: "12.0", sales: "3052", vat: "2621" },
      { rate: "0", sales: "3004", vat: "2650" },
      { rate: "25", sales: "3001", vat: "2611" },
      { rate: "6", sales: "3003", vat: "2631" },
    ])
  })

  it("gives the standard rate the general accounts that were chosen", () => {
    const { rates } = fillFromChart({ accounts: { sales: "3051" }, rates: [] }, bas)
    expect(rates).toEqual([
      { rate: "25", sales: "3051", vat: "2611" },
      { rate: "12", sales: "3002", vat: "2621" },
      { rate: "6", sales: "3003", vat: "2631" },
    ])
  })

  it.each(CHARTS_OF_ACCOUNTS.map((chart) => [chart.id, chart] as const))(
    "changes nothing in settings that %s filled",
    (_id, chart) => {
      const filled = fillFromChart(empty, chart)
      for (const other of CHARTS_OF_ACCOUNTS.filter(({ country }) => country === chart.country)) {
        expect(fillFromChart(filled, other)).toEqual(filled)
      }
    }
  )
})
