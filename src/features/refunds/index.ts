export { settleEarlyRefunds, writeRefunds } from "./import"
export { findForgottenRefunds } from "./store"
