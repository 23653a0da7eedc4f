import { liveHistories } from "./support/detours/live"
import { storeSuite } from "./support/store-suite"

storeSuite({
  moduleName: "detours-long",
  testSuite: (tools) => {
    const { live, drawn } = liveHistories(tools)

    it.each(drawn(8, 30))("holds what it must after long detours: seed %s", async (_seed, history) => {
      await live(history)
    })
  },
})
