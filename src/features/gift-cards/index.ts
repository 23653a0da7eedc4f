export { readBalanceForCustomer } from "./balance"
export {
  findGiftCard,
  GIFT_CARD_ORDERS,
  listGiftCards,
  listGiftCardTouches,
  STANDING,
  sumGiftCardLiability,
} from "./list"
export { drainGiftCards, markLiveGiftCards, posLookUpGiftCardWorkflow, posReadGiftCardsWorkflow } from "./read-cards"
