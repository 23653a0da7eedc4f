import { liveAccountHistories } from "./support/ledger/live-account-histories"
import { storeSuite } from "./support/store-suite"

/** On a machine that has other things to do. */
jest.setTimeout(1_200_000)

storeSuite({
  moduleName: "account-histories-long",
  testSuite: ({ dbConnection }) => {
    it.each([28, 75, 76])(
      "explains each payout, or leaves exactly those with a fault unexplained: seed %i",
      async (seed) => {
        await liveAccountHistories(dbConnection)(seed, 500)
      }
    )
  },
})
