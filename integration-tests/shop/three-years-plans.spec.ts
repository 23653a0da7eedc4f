import { overreadingOfYears } from "./support/plans/plans-of-years"
import { storeSuite } from "./support/store-suite"

const PATIENCE_MS = 120 * 60_000

/** Of a busy merchant in three years. Fewer report less: a table that is read whole shows by its size alone. */
const RECEIPTS = Number(process.env.YEARS_RECEIPTS ?? 500_000)

storeSuite({
  moduleName: "three-years-plans",
  testSuite: ({ dbConnection, getContainer }) => {
    it(
      "reads what is due and no more of three years of a busy merchant",
      async () => {
        // And a million rows of the account, two for each receipt.
        const size = { products: RECEIPTS / 5, receipts: RECEIPTS, movements: RECEIPTS * 4 }
        expect(await overreadingOfYears(getContainer(), dbConnection, size)).toEqual([])
      },
      PATIENCE_MS
    )
  },
})
