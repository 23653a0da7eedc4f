import { DETOURS } from "./support/detours/commands"
import { liveHistories } from "./support/detours/live"
import { storeSuite } from "./support/store-suite"

/** Ways that once lost or invented stock, by the defect; each is short. */
const KEPT = {
  D44: [DETOURS.unpublish(), DETOURS.publish(), DETOURS.look()],
  D59: [
    DETOURS.drift("trust-pos"),
    DETOURS.unpublish(),
    DETOURS.publish(),
    DETOURS.orderOnline("TROJA-M", 1),
    DETOURS.look(),
  ],
  D45: [DETOURS.lose("TROJA-M", -4), DETOURS.look(), DETOURS.disconnect(), DETOURS.connect(), DETOURS.look()],
  D01: [DETOURS.policy("off"), DETOURS.change("TROJA-M", -3), DETOURS.policy("two_way"), DETOURS.look()],
  D61: [
    DETOURS.policy("pos_to_store"),
    DETOURS.adjust("TROJA-M", -6),
    DETOURS.disconnect(),
    DETOURS.connect(),
    DETOURS.look(),
  ],
  D60: [DETOURS.lose("TROJA-M", -4), DETOURS.look(), DETOURS.trackWithoutNotification("disable"), DETOURS.look()],
}

/** A difference that the policy settles at the same check as the POS's own movement. */
const SETTLED_BESIDE = [
  DETOURS.lose("TROJA-L", -2),
  DETOURS.drift("trust-pos"),
  DETOURS.change("TROJA-L", -4),
  DETOURS.drift("report"),
  DETOURS.look(),
]

storeSuite({
  moduleName: "detours",
  testSuite: (tools) => {
    const { live, drawn } = liveHistories(tools)

    it.each(Object.entries(KEPT))("[%s] keeps both sides in line, or says why not", async (_id, history) => {
      await live(history)
    })

    it("settles a difference by policy beside a movement of the POS", async () => {
      await live(SETTLED_BESIDE)
    })

    it.each(drawn(2, 14))("holds what it must after any detours: seed %s", async (_seed, history) => {
      await live(history)
    })
  },
})
