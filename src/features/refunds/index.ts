export { settleEarlyRefunds, writeRefunds } from "./import"
export { findForgottenRefunds } from "./store"
export { writeRefundByServices } from "./refund-writes"
