import { getKeys } from "./keys"
import { countDays } from "./time"

/**
 * Dimensions of daily sales, per day of the organization. The sums of `hour`, `ware`, `category` and `cashier` each add
 * up to the receipts' total. A `ware` is a POS variant; its parent is the product.
 */
export const SALES_DIMENSIONS = ["hour", "ware", "category", "cashier", "payment", "discount"] as const

export type SalesDimension = (typeof SALES_DIMENSIONS)[number]

/** Keys of sums that belong to no record and no name at the POS; all begin with a colon. */
export const OWN_KEYS = {
  customAmount: ":custom-amount",
  giftCard: ":gift-card",
  serviceCharge: ":service-charge",
  tip: ":tip",
  /**
   * the part of a receipt's amount that its rows do not explain, such as rounding; the whole amount where its rows
   * cannot be read
   */
  difference: ":difference",
  noCategory: ":no-category",
  /** the receipt names no cashier, or its personal details were erased */
  nobody: ":nobody",
  rowDiscount: ":discount",
  receiptDiscount: ":receipt-discount",
} as const

/** Data type of a measure: a count, decimal text, or minor units. */
type MeasureKind = "count" | "decimal" | "money"

/** Measures of a report. Money includes tax unless the name says `net` or `tax`; refunds are subtracted. */
export const MEASURES = {
  receipts: "count",
  refunds: "count",
  quantity: "decimal",
  gross: "money",
  tax: "money",
  net: "money",
  discount: "money",
  tips: "money",
  /** payments, tips included */
  paid: "money",
  pos: "money",
  orders: "count",
  web: "money",
  together: "money",
  level: "decimal",
  low_stock: "decimal",
  per_day: "decimal",
  days_left: "decimal",
  turns: "decimal",
} as const satisfies Record<string, MeasureKind>

export type Measure = keyof typeof MEASURES

/** Measures of a variant's current stock, which are neither summed up nor compared with the previous period. */
const OF_NOW: readonly Measure[] = ["level", "low_stock", "per_day", "days_left", "turns"]

/** Returns whether a measure is a sum over the days of a period. */
export const isSum = (measure: Measure): boolean => !OF_NOW.includes(measure)

/** Declaration of a report: its rows and their measures. */
export type ReportDeclaration = {
  dimension: SalesDimension
  /** what forms a row: the dimension's key, its parent, or the day of the week (1 is Monday) */
  by: "key" | "parent" | "weekday"
  measures: readonly Measure[]
  /** measure by which rows are sorted, highest first; null: by their key */
  sortedBy: Measure | null
  /** measure of the chart */
  drawn: Measure
}

/** Sales reports, in the order in which the admin lists them. A new report needs an entry here, and its texts. */
export const SALES_REPORTS = {
  hours: {
    dimension: "hour",
    by: "key",
    sortedBy: null,
    drawn: "gross",
    measures: ["receipts", "refunds", "gross", "tax", "net", "discount"],
  },
  weekdays: {
    dimension: "hour",
    by: "weekday",
    sortedBy: null,
    drawn: "gross",
    measures: ["receipts", "refunds", "gross", "tax", "net", "discount"],
  },
  products: {
    dimension: "ware",
    by: "parent",
    sortedBy: "gross",
    drawn: "gross",
    measures: ["quantity", "receipts", "gross", "tax", "net", "discount"],
  },
  categories: {
    dimension: "category",
    by: "key",
    sortedBy: "gross",
    drawn: "gross",
    measures: ["quantity", "receipts", "gross", "tax", "net", "discount"],
  },
  cashiers: {
    dimension: "cashier",
    by: "key",
    sortedBy: "gross",
    drawn: "gross",
    measures: ["receipts", "refunds", "gross", "tax", "net", "discount"],
  },
  payments: {
    dimension: "payment",
    by: "key",
    sortedBy: "paid",
    drawn: "paid",
    measures: ["receipts", "refunds", "paid", "tips"],
  },
  discounts: {
    dimension: "discount",
    by: "key",
    sortedBy: "discount",
    drawn: "discount",
    measures: ["receipts", "refunds", "discount", "gross"],
  },
} as const satisfies Record<string, ReportDeclaration>

export type SalesReportKind = keyof typeof SALES_REPORTS

/** Report of variants' stock; those that run out first come first. */
export const STOCK_REPORT = {
  measures: ["level", "low_stock", "quantity", "per_day", "days_left", "turns"],
  drawn: "quantity",
} as const satisfies { measures: Measure[]; drawn: Measure }

/** POS sales compared with web orders of the same days. */
export const WEB_REPORT = {
  measures: ["pos", "receipts", "web", "orders", "together"],
  drawn: "pos",
  beside: "web",
} as const satisfies Shown

/** The most days that are shown as single days; longer periods have a row per week, beginning on Monday. */
const MOST_SINGLE_DAYS = 92

/**
 * Returns the length of a row of {@link WEB_REPORT}.
 * @param from the first day of the period, ISO date
 * @param to the last day, ISO date
 */
export const getStep = (from: string, to: string): "day" | "week" =>
  countDays(from, to) <= MOST_SINGLE_DAYS ? "day" : "week"

/** Measures as shown. `beside`: a second measure in the chart; without it, the previous period is shown. */
type Shown = { measures: readonly Measure[]; drawn: Measure; beside?: Measure }

/** Returns a report's measures in column order, and which of them are in the chart. */
export const shownBy = (kind: ReportKind): Shown =>
  kind === "stock" ? STOCK_REPORT : kind === "web" ? WEB_REPORT : SALES_REPORTS[kind]

export const REPORT_KINDS = [...getKeys(SALES_REPORTS), "web", "stock"] as const

export type ReportKind = (typeof REPORT_KINDS)[number]

/** Exportable report tables. */
export type ReportExport = `report-${ReportKind}`

/** Returns the export kind of a report. */
export const getExport = (kind: ReportKind): ReportExport => `report-${kind}`

export const REPORT_EXPORTS = REPORT_KINDS.map(getExport)

export const isReportExport = (kind: string): kind is ReportExport => REPORT_EXPORTS.some((each) => each === kind)

/** Returns the report of an export kind. */
export function getReport(exportKind: ReportExport): ReportKind
export function getReport(exportKind: string): ReportKind | undefined {
  return REPORT_KINDS.find((kind) => getExport(kind) === exportKind)
}
