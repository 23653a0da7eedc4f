import { currencyDigits, toMajorUnits } from "../../translate/money"

const isDecimal = (text: string): text is `${number}` => text.trim() !== "" && Number.isFinite(Number(text))

/** How a receipt writes what it tells of; the currency stands with its total. */
export type PaperFormats = {
  money: (minor: number) => string
  decimal: (text: string) => string
  moment: (at: Date) => string
}

export function paperFormats(locale: string, currencyCode: string, timeZone: string): PaperFormats {
  const digits = currencyDigits(currencyCode)
  const amounts = new Intl.NumberFormat(locale, { minimumFractionDigits: digits, maximumFractionDigits: digits })
  const moments = new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle: "short", timeZone })
  return {
    money: (minor) => {
      const text = toMajorUnits(minor, currencyCode)
      return isDecimal(text) ? amounts.format(text) : text
    },
    decimal: (told) => {
      // As many decimals as the scale told: 0.350 kg.
      const decimals = told.split(".")[1]?.length ?? 0
      return isDecimal(told) ? new Intl.NumberFormat(locale, { minimumFractionDigits: decimals }).format(told) : told
    },
    moment: (at) => moments.format(at),
  }
}
