/** A row of the liquid account, as a statement shows it. */
export type StatementRow = { at: number; type: string; amount: number }

export type PayoutPeriod = "DAILY" | "WEEKLY" | "MONTHLY"

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** A failed payout comes back after two days, at its hour. */
const RETURN_MS = 2 * DAY_MS

/** Days until a payment reaches the account, and its fee in hundredths of a percent. Other methods never reach it. */
const TERMS: Partial<Record<string, { days: number; fee: number; type: string }>> = {
  card: { days: 1, fee: 185, type: "PAYMENT" },
  "card-online": { days: 2, fee: 250, type: "PAYMENT" },
  "deferred-pay": { days: 3, fee: 290, type: "PAYMENT" },
  invoice: { days: 10, fee: 295, type: "INVOICE_PAYMENT" },
}

/** Below it, the balance waits for the next payout. */
const MINIMUM_PAYOUT = 100

const toMidnight = (at: number) => at - (at % DAY_MS)

/**
 * What the account of an organization must show. It lives through every hour at which money moves, with the settings of
 * that hour, and knows nothing of the sandbox's rules. Amounts are minor units, times are epoch milliseconds, UTC.
 */
export class StatementModel {
  readonly rows: StatementRow[] = []
  period: PayoutPeriod = "DAILY"
  /** so many of the next payouts fail */
  failing = 0
  private onTheWay: (StatementRow & { fee: number })[] = []
  private returning: StatementRow[] = []

  /** @param listsInvoices the running POS has no rows for invoices */
  constructor(
    private now: number,
    private readonly listsInvoices: boolean
  ) {}

  get balance(): number {
    return this.rows.reduce((sum, { amount }) => sum + amount, 0)
  }

  /** What was paid and has not reached the account. */
  get preliminaryBalance(): number {
    return this.onTheWay.reduce((sum, { amount, fee }) => sum + amount + fee, 0)
  }

  /** Takes a payment, or gives one back: the fee of a payment that is returned is returned as well. */
  pay(method: string, amount: number): void {
    const terms = method === "invoice" && !this.listsInvoices ? undefined : TERMS[method]
    if (!terms || amount === 0) {
      return
    }
    // Half a minor unit rounds up, for a refund as for the sale that it gives back.
    const size = Math.floor((2 * Math.abs(amount) * terms.fee + 10_000) / 20_000)
    const at = toMidnight(this.now) + terms.days * DAY_MS + 3 * HOUR_MS
    this.onTheWay.push({ at, type: terms.type, amount, fee: amount < 0 ? size : 0 - size })
  }

  /** Lets time pass. */
  moveTo(time: number): void {
    for (let day = toMidnight(this.now); day <= time; day += DAY_MS) {
      for (const at of [day + 3 * HOUR_MS, day + 5 * HOUR_MS]) {
        if (at > this.now && at <= time) {
          this.passHour(at)
        }
      }
    }
    this.now = time
  }

  private passHour(hour: number): void {
    for (const { at, type, amount, fee } of this.onTheWay.filter((payment) => payment.at === hour)) {
      this.rows.push({ at, type, amount }, { at, type: `${type}_FEE`, amount: fee })
    }
    this.onTheWay = this.onTheWay.filter((payment) => payment.at > hour)
    this.rows.push(...this.returning.filter(({ at }) => at === hour))
    this.returning = this.returning.filter(({ at }) => at > hour)
    const { balance } = this
    if (this.isPayoutHour(new Date(hour)) && balance >= MINIMUM_PAYOUT) {
      this.rows.push({ at: hour, type: "PAYOUT", amount: -balance })
      if (this.failing > 0) {
        this.failing--
        this.returning.push({ at: hour + RETURN_MS, type: "FAILED_PAYOUT", amount: balance })
      }
    }
  }

  private isPayoutHour(at: Date): boolean {
    if (at.getUTCHours() !== 5) {
      return false
    }
    switch (this.period) {
      case "DAILY":
        return true
      case "WEEKLY":
        return at.getUTCDay() === 1
      case "MONTHLY":
        return at.getUTCDate() === 1
    }
  }
}
