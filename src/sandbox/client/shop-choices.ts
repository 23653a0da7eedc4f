type Payment = { method?: string; amount?: number; giftCardUuid?: string; handedAmount?: number }

export type SaleChoices = {
  payments?: Payment[]
  discounts?: object[]
  serviceCharge?: object
  tip?: number
  cashier?: string
}

export type RefundChoices = {
  /** rows by their place on the receipt, from 0; without: all that is left */
  items?: { row: number; quantity: number | string }[]
  customAmount?: number
  method?: string
  restock?: boolean
}
