import type { PosModuleService } from "../../modules/pos/service"
import {
  bookedMovementSchema,
  bookedMovementsOf,
  bookedReceiptSchema,
  bookedReceiptsOf,
  type BookPeriod,
} from "../../modules/pos/queries/finance/book-queries"
import { purchaseSchema } from "../../pos-api/contract"
import type { BookLock } from "../../vocabulary/books"
import { bookReceipt, bookTotals } from "./book-receipt"
import type { Entry } from "./entries"
import { Journal, type Voucher } from "./journal"

/** The vouchers of a period: receipts and the account's movements, as the shop knows them now. */
export async function readJournal(
  pos: Pick<PosModuleService, "stream">,
  period: Omit<BookPeriod, "lateSince">,
  locks: BookLock[]
): Promise<Voucher[]> {
  const journal = new Journal(period, locks)
  const [first] = locks
  const bookable = { ...period, lateSince: first ? new Date(first.at) : null }
  await pos.stream(bookedReceiptSchema, bookedReceiptsOf(bookable), async (rows) => {
    rows.forEach(({ day, known, payload, vat_by_rate }) =>
      journal.addReceipt({ day, known, entries: entriesOf(payload, vat_by_rate ?? []) })
    )
  })
  await pos.stream(bookedMovementSchema, bookedMovementsOf(bookable), async (rows) => {
    rows.forEach((movement) => journal.addMovement(movement))
  })
  return journal.vouchers()
}

function entriesOf(payload: unknown, figures: Parameters<typeof bookTotals>[0]): Entry[] {
  const purchase = purchaseSchema.safeParse(payload)
  return purchase.success ? bookReceipt(purchase.data) : bookTotals(figures)
}
