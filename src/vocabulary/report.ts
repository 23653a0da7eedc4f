import { countDays } from "./iso-day"

/**
 * What figures of the till's receipts are kept by, a day of the organisation at a time. Those of `hour`, `ware`,
 * `category` and `cashier` each come to what the receipts come to. A `ware` is a variant at the till; its parent the product.
 */
export const SALES_DIMENSIONS = ["hour", "ware", "category", "cashier", "payment", "discount"] as const

export type SalesDimension = (typeof SALES_DIMENSIONS)[number]

/** Keys of figures that no record and no word of the till's stands for; all begin with a colon. */
export const OWN_KEYS = {
  customAmount: ":custom-amount",
  giftCard: ":gift-card",
  serviceCharge: ":service-charge",
  tip: ":tip",
  /** what the rows leave open of the receipt's amount, such as rounding; all of a receipt whose rows cannot be read */
  difference: ":difference",
  noCategory: ":no-category",
  /** the receipt names nobody, or what it told of persons was erased */
  nobody: ":nobody",
  rowDiscount: ":discount",
  receiptDiscount: ":receipt-discount",
} as const

/** How a measure is read: counted, decimal text, or minor units. */
type MeasureKind = "count" | "decimal" | "money"

/** What can be told of a group of figures. Money with tax, unless it says `net` or `tax`; refunds subtracted. */
export const MEASURES = {
  receipts: "count",
  refunds: "count",
  quantity: "decimal",
  gross: "money",
  tax: "money",
  net: "money",
  discount: "money",
  tips: "money",
  counter: "money",
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

/** What is told of a variant's stock as it is now: neither summed up nor compared with the period before. */
const OF_NOW: readonly Measure[] = ["level", "low_stock", "per_day", "days_left", "turns"]

/** Whether a measure is a sum over the days of a period. */
export const isSum = (measure: Measure): boolean => !OF_NOW.includes(measure)

/** A report of figures: what its rows are, and what is told of each. */
export type ReportDeclaration = {
  dimension: SalesDimension
  /** what of the dimension makes a row: its key, its parent, or the day of the week (1 is Monday) */
  by: "key" | "parent" | "weekday"
  measures: readonly Measure[]
  /** what the rows are sorted by, the most first; null: by their key */
  sortedBy: Measure | null
  /** what is drawn */
  drawn: Measure
}

/** Reports of what was sold over the counter. A new one is a line here, and its texts. */
export const SALES_REPORTS = {
  hours: {
    ...{ dimension: "hour", by: "key", sortedBy: null, drawn: "gross" },
    measures: ["receipts", "refunds", "gross", "tax", "net", "discount"],
  },
  weekdays: {
    ...{ dimension: "hour", by: "weekday", sortedBy: null, drawn: "gross" },
    measures: ["receipts", "refunds", "gross", "tax", "net", "discount"],
  },
  products: {
    ...{ dimension: "ware", by: "parent", sortedBy: "gross", drawn: "gross" },
    measures: ["quantity", "receipts", "gross", "tax", "net", "discount"],
  },
  categories: {
    ...{ dimension: "category", by: "key", sortedBy: "gross", drawn: "gross" },
    measures: ["quantity", "receipts", "gross", "tax", "net", "discount"],
  },
  cashiers: {
    ...{ dimension: "cashier", by: "key", sortedBy: "gross", drawn: "gross" },
    measures: ["receipts", "refunds", "gross", "tax", "net", "discount"],
  },
  payments: {
    ...{ dimension: "payment", by: "key", sortedBy: "gross", drawn: "gross" },
    measures: ["receipts", "refunds", "gross", "tips"],
  },
  discounts: {
    ...{ dimension: "discount", by: "key", sortedBy: "discount", drawn: "discount" },
    measures: ["receipts", "refunds", "discount", "gross"],
  },
} as const satisfies Record<string, ReportDeclaration>

export type SalesReportKind = keyof typeof SALES_REPORTS

/** What is told of a variant's stock: the rows of `stock`, those that run out first at the top. */
export const STOCK_REPORT = {
  measures: ["level", "low_stock", "quantity", "per_day", "days_left", "turns"],
  drawn: "quantity",
} as const satisfies { measures: Measure[]; drawn: Measure }

/** What was sold over the counter beside the web orders of the same days. */
export const WEB_REPORT = {
  measures: ["counter", "receipts", "web", "orders", "together"],
  drawn: "counter",
  beside: "web",
} as const satisfies Shown

/** Of so many days a row is a day, of more a week that begins with Monday. */
const MOST_SINGLE_DAYS = 92

/** How long a row of {@link WEB_REPORT} is. @param from the first day of the period, ISO @param to the last */
export const stepOf = (from: string, to: string): "day" | "week" =>
  countDays(from, to) <= MOST_SINGLE_DAYS ? "day" : "week"

/** `beside`: drawn beside it; where there is none, what it was in the period before. */
type Shown = { measures: readonly Measure[]; drawn: Measure; beside?: Measure }

/** The measures of a report, in the order of its columns, and which of them are drawn. */
export const shownBy = (kind: ReportKind): Shown =>
  kind === "stock" ? STOCK_REPORT : kind === "web" ? WEB_REPORT : SALES_REPORTS[kind]

export const REPORT_KINDS = [
  "hours",
  "weekdays",
  "products",
  "categories",
  "cashiers",
  "payments",
  "discounts",
  "web",
  "stock",
] as const satisfies (SalesReportKind | "web" | "stock")[]

export type ReportKind = (typeof REPORT_KINDS)[number]
