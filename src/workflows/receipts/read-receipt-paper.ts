import type { MedusaContainer } from "@medusajs/framework/types"
import { POS_MODULE } from "../../modules/pos"
import { readRelatedReceipts } from "../../modules/pos/queries/receipts/related-receipts"
import type { PaperLanguage } from "../../vocabulary/paper"
import { sheetOf } from "../overview/read-receipt-sheet"
import { knownTimeZone } from "../overview/time-zone"
import { paperFormats } from "./paper-formats"
import { languageOfCountry } from "../../vocabulary/paper"
import { localeOf } from "./paper-language"
import { PAPER_WORDS } from "./paper-words"
import { receiptPdf } from "./receipt-pdf"

export type PaperChoices = {
  /** default: what is read in the organisation's country */
  language?: PaperLanguage | undefined
  /** whether the file's reader shows its dialogue for printing */
  print?: boolean | undefined
}

/**
 * A receipt as a PDF, for the customer. It is not kept: what it tells of persons could not be erased with the receipt.
 * @throws MedusaError NOT_FOUND when there is no such receipt
 */
export async function readReceiptPaper(
  container: MedusaContainer,
  receiptId: string,
  choices: PaperChoices
): Promise<{ filename: string; content: Buffer }> {
  const pos = container.resolve(POS_MODULE)
  const receipt = await pos.retrievePosReceipt(receiptId)
  const connection = await pos.findConnection(receipt.connection_id)
  const related = receipt.refund ? await pos.query((sql) => readRelatedReceipts(sql, receipt)) : []
  const country = connection.country_code
  const language = choices.language ?? languageOfCountry(country)
  const timeZone = knownTimeZone(connection.time_zone)
  const pieces = receiptPdf(
    {
      shop: connection.organization_name ?? connection.organization_uuid,
      number: receipt.purchase_number,
      refund: receipt.refund,
      refunds: related.flatMap(({ refund, purchase_number }) => (refund ? [] : (purchase_number ?? []))),
      soldAt: receipt.sold_at,
      cashier: receipt.cashier,
      amount: Number(receipt.amount),
      currencyCode: receipt.currency_code,
      sheet: sheetOf(receipt.payload),
    },
    {
      ...{ language, words: PAPER_WORDS[language], print: choices.print ?? false },
      formats: paperFormats(localeOf(language, country), receipt.currency_code, timeZone),
      font: (await pos.getOptions()).finance.reportFont,
    }
  )
  const content: Buffer[] = []
  for await (const piece of pieces) {
    content.push(piece)
  }
  return { filename: `receipt-${receipt.purchase_number ?? receipt.id}.pdf`, content: Buffer.concat(content) }
}
