import type {
  ErrorBody,
  GiftCard as PosGiftCard,
  Organization,
  PosProduct,
  PosVariant,
  Purchase,
  PurchasePayment,
  PurchaseRow,
} from "../../../../../src/pos-api/contract"
import type { Activity } from "../../activity/activity-feed"
import type { Fault, RateBudget } from "../../faults/fault"
import type { BudgetLeft } from "../../faults/rate-limits"
import type { InterfaceName } from "../../http/interfaces"
import type { ShownCall } from "../../routes/control/records"
import type { Dialect, DialectByPoint, DialectPoint } from "../../state/dialect"
import type { Delivery, Settings } from "../../state/organization"

/** The shapes that the control routes answer with, as the server itself has them. */
export type {
  Activity,
  BudgetLeft,
  Delivery,
  Dialect,
  DialectByPoint,
  DialectPoint,
  ErrorBody,
  Fault,
  InterfaceName,
  Organization,
  Purchase,
  PurchaseRow,
  RateBudget,
  Settings,
  ShownCall,
}
export type Variant = PosVariant
export type Payment = PurchasePayment
export type Product = PosProduct & {
  /** by the UUID of the variant */
  balances: Record<string, string | null>
  lowStock: Record<string, number | null>
  tracked: boolean
}
export type Budgets = Partial<Record<InterfaceName, RateBudget>>
export type GiftCard = PosGiftCard & { validTo: string | null }
export type Category = { uuid: string; name: string; products: number }
export type ClockState = { now: string; stopped: boolean }
export type FailureNotice = { at: string; contactEmail: string; subscriptionUuid: string; message: string }
export type Receipt = Purchase & { openQuantities: string[] }

/** Minor units, or a percentage. */
export type Discount = { amount?: number; percentage?: number }

/** What a basket comes to, in minor units. */
export type SaleQuote = {
  rows: (PurchaseRow & { total: number })[]
  discounts: { value: number; percentage?: number }[]
  amount: number
  vatAmount: number
  groupedVatAmounts: Record<string, number>
  tip: number
  due: number
}

export type RefundQuote = { amount: number; payments: Payment[] }
