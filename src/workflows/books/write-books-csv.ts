import { toColumnText } from "../../translate/money"
import { BYTE_ORDER_MARK, type Cell, csvLine } from "../finance/csv"
import type { BooksHead } from "./books-head"
import type { PostedVoucher, Posting } from "./post-vouchers"
import { lineText, voucherText } from "./words"

const TITLES = ["day", "of_day", "voucher", "account", "text", "vat_rate", "debit", "credit", "currency", "reference"]

/** Vouchers as a table, a row for each line. `of_day` differs from `day` where something came after its day was closed. */
export function writeBooksCsv(head: BooksHead, vouchers: PostedVoucher[]): Buffer {
  const money = (amount: number) => (amount > 0 ? toColumnText(amount, head.currencyCode) : "")
  const row = (voucher: PostedVoucher, line: Posting): Cell[] => [
    ...[voucher.day, voucher.of, voucherText("books", voucher), line.account, lineText("books", line)].map(made),
    ...[line.rate ?? "", money(line.amount), money(-line.amount), head.currencyCode.toUpperCase()].map(made),
    { text: voucher.reference ?? "" },
  ]
  const rows = vouchers.flatMap((voucher) => voucher.lines.map((line) => csvLine(row(voucher, line))))
  return Buffer.from(BYTE_ORDER_MARK + csvLine(TITLES.map(made)) + rows.join(""), "utf8")
}

const made = (text: string): Cell => ({ made: text })
