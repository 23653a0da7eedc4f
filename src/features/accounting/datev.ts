import { encode } from "iconv-lite"
import { toColumnText } from "../../money/money"
import { type ExportHeader, getFiscalYear, lineText, mustBeOneYear, voucherText } from "./voucher-texts"
import { AccountingExportError, type PostedVoucher, type Posting } from "./vouchers"

const FORMAT = "accounting-datev"

/**
 * Writes vouchers as a DATEV Buchungsstapel: EXTF, header version 700, format version 13, code page 1252. A DATEV
 * booking has two accounts, so each voucher becomes several bookings; the sum on every account stays the same.
 * @throws AccountingExportError for what DATEV does not accept, with what to change
 */
export function writeDatev(head: ExportHeader, vouchers: PostedVoucher[]): Buffer {
  mustBeOneYear(head)
  const length = getAccountLength(vouchers)
  const rows = vouchers.flatMap((voucher) => pairLines(voucher.lines).map((pair) => toRow(head, voucher, pair)))
  const lines = [toHeader(head, length), DATEV_COLUMNS.map(quoted).join(";"), ...rows]
  return encode(lines.map((line) => `${line}\r\n`).join(""), "windows1252")
}

/** The header with all thirty-one fields; empty fields are reserved for DATEV or optional. */
function toHeader({ accounting, madeAt, from, to, currencyCode }: ExportHeader, accountLength: number): string {
  if (!accounting.datev) {
    throw new AccountingExportError(
      "Could not write a DATEV file: the numbers of the tax adviser and their client are missing. Enter them in the settings, under Accounting."
    )
  }
  const { consultant, client } = accounting.datev
  return [
    quoted("EXTF"),
    "700",
    "21",
    quoted("Buchungsstapel"),
    "13",
    madeAt.toISOString().replace(/\D/g, "").slice(0, 17),
    "",
    quoted("PS"),
    quoted("medusa"),
    quoted(""),
    consultant,
    client,
    compact(getFiscalYear(from, accounting.fiscal_year_start)),
    accountLength,
    compact(from),
    compact(to),
    quoted("Kasse"),
    quoted(""),
    "1",
    "0",
    "0",
    quoted(currencyCode.toUpperCase()),
    "",
    quoted(""),
    "",
    "",
    quoted(""),
    "",
    "",
    quoted(""),
    quoted(""),
  ].join(";")
}

function toRow(head: ExportHeader, voucher: PostedVoucher, { debit, credit, amount }: Pair): string {
  const [, month, day] = voucher.day.split("-")
  const parts = [voucherText(FORMAT, voucher), lineText(FORMAT, debit), lineText(FORMAT, credit)]
  const values = new Map([
    ["Umsatz (ohne Soll/Haben-Kz)", toAmount(amount, head.currencyCode)],
    ["Soll/Haben-Kennzeichen", quoted("S")],
    ["WKZ Umsatz", quoted(head.currencyCode.toUpperCase())],
    ["Konto", debit.account],
    ["Gegenkonto (ohne BU-Schlüssel)", credit.account],
    ["BU-Schlüssel", [debit, credit].some(hasAutomaticVat) ? quoted(WITHOUT_AUTOMATIC_VAT) : ""],
    ["Belegdatum", `${day}${month}`],
    ["Belegfeld 1", quoted(`K${compact(voucher.day)}`)],
    ["Buchungstext", quoted(parts.join(" ").slice(0, 60))],
    ["Festschreibung", "0"],
  ])
  return DATEV_COLUMNS.map((column) => values.get(column) ?? "").join(";")
}

/** DATEV's key "Aufhebung der Automatik": the net sales and their VAT are separate bookings already. */
const WITHOUT_AUTOMATIC_VAT = "40"

/** Whether DATEV computes VAT on an account itself: sales at 7 and 19 % in SKR 03 (83, 84) and SKR 04 (43, 44). */
const hasAutomaticVat = ({ kind, account }: Posting) => kind === "sales" && /^[48][34]0\d{1,5}$/.test(account)

function toAmount(amount: number, currencyCode: string): string {
  const [whole = "0", decimals = ""] = toColumnText(amount, currencyCode).split(".")
  if (decimals.length > 2) {
    throw new AccountingExportError(
      "DATEV has amounts with two decimals at most. Export the accounting entries as CSV instead."
    )
  }
  return `${whole},${decimals.padEnd(2, "0")}`
}

/**
 * The length of the account numbers: DATEV needs the same length, of four to eight digits, for all of them.
 * @throws AccountingExportError when they differ
 */
function getAccountLength(vouchers: PostedVoucher[]): number {
  const accounts: Posting["account"][] = [
    ...new Set(vouchers.flatMap(({ lines }) => lines.map((line) => line.account))),
  ]
  const wrong = accounts.filter((account) => !/^[1-9]\d{3,7}$/.test(account))
  const lengths = new Set(accounts.map((account) => account.length))
  if (wrong.length > 0 || lengths.size > 1) {
    throw new AccountingExportError(
      `DATEV has accounts of four to eight digits, all equally long. These are not: ${(wrong.length > 0 ? wrong : accounts).join(", ")}.`
    )
  }
  return accounts[0]?.length ?? 4
}

const compact = (day: string) => day.replaceAll("-", "")
const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`

/** An amount in minor units from one account to another. */
type Pair = { debit: Posting; credit: Posting; amount: number }

/**
 * Splits a voucher's lines into pairs of accounts, for formats whose bookings have two; sums per account stay the same.
 */
function pairLines(lines: Posting[]): Pair[] {
  const debits = lines.filter(({ amount }) => amount > 0).map((line) => ({ line, left: line.amount }))
  const credits = lines.filter(({ amount }) => amount < 0).map((line) => ({ line, left: -line.amount }))
  const pairs: Pair[] = []
  for (const debit of debits) {
    for (const credit of credits) {
      const amount = Math.min(debit.left, credit.left)
      if (amount > 0) {
        pairs.push({ debit: debit.line, credit: credit.line, amount })
        debit.left -= amount
        credit.left -= amount
      }
    }
  }
  return pairs
}

const numbered = (count: number, titles: (number: number) => string[]) =>
  Array.from({ length: count }, (_one, index) => titles(index + 1)).flat()

/** The columns of a Buchungsstapel in format version 13, as DATEV names them and in its order. */
export const DATEV_COLUMNS: readonly string[] = [
  "Umsatz (ohne Soll/Haben-Kz)",
  "Soll/Haben-Kennzeichen",
  "WKZ Umsatz",
  "Kurs",
  "Basis-Umsatz",
  "WKZ Basis-Umsatz",
  "Konto",
  "Gegenkonto (ohne BU-Schlüssel)",
  "BU-Schlüssel",
  "Belegdatum",
  "Belegfeld 1",
  "Belegfeld 2",
  "Skonto",
  "Buchungstext",
  "Postensperre",
  "Diverse Adressnummer",
  "Geschäftspartnerbank",
  "Sachverhalt",
  "Zinssperre",
  "Beleglink",
  ...numbered(8, (number) => [`Beleginfo - Art ${number}`, `Beleginfo - Inhalt ${number}`]),
  "KOST1 - Kostenstelle",
  "KOST2 - Kostenstelle",
  "Kost-Menge",
  "EU-Land u. UStID (Bestimmung)",
  "EU-Steuersatz (Bestimmung)",
  "Abw. Versteuerungsart",
  "Sachverhalt L+L",
  "Funktionsergänzung L+L",
  "BU 49 Hauptfunktionstyp",
  "BU 49 Hauptfunktionsnummer",
  "BU 49 Funktionsergänzung",
  ...numbered(20, (number) => [`Zusatzinformation - Art ${number}`, `Zusatzinformation - Inhalt ${number}`]),
  "Stück",
  "Gewicht",
  "Zahlweise",
  "Forderungsart",
  "Veranlagungsjahr",
  "Zugeordnete Fälligkeit",
  "Skontotyp",
  "Auftragsnummer",
  "Buchungstyp",
  "USt-Schlüssel (Anzahlungen)",
  "EU-Land (Anzahlungen)",
  "Sachverhalt L+L (Anzahlungen)",
  "EU-Steuersatz (Anzahlungen)",
  "Erlöskonto (Anzahlungen)",
  "Herkunft-Kz",
  "Buchungs GUID",
  "KOST-Datum",
  "SEPA-Mandatsreferenz",
  "Skontosperre",
  "Gesellschaftername",
  "Beteiligtennummer",
  "Identifikationsnummer",
  "Zeichnernummer",
  "Postensperre bis",
  "Bezeichnung SoBil-Sachverhalt",
  "Kennzeichen SoBil-Buchung",
  "Festschreibung",
  "Leistungsdatum",
  "Datum Zuord. Steuerperiode",
  "Fälligkeit",
  "Generalumkehr (GU)",
  "Steuersatz",
  "Land",
  "Abrechnungsreferenz",
  "BVV-Position",
  "EU-Land u. UStID (Ursprung)",
  "EU-Steuersatz (Ursprung)",
  "Abw. Skontokonto",
]
