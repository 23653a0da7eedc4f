import { liveAccountHistories } from "./support/ledger/live-account-histories"
import { storeSuite } from "./support/store-suite"

storeSuite({
  moduleName: "account-histories",
  testSuite: ({ dbConnection }) => {
    it("explains each payout of any account, or leaves exactly those with a fault unexplained", async () => {
      await liveAccountHistories(dbConnection)(28, 25)
    })
  },
})
