import { v1 as uuidVersion1, v4 as uuidVersion4 } from "uuid"
import type { Ids } from "../context/ids"
import type { SeededRandom } from "./random"

/** Identifiers whose every bit comes from a seed. */
export function seededIds(random: SeededRandom): Ids {
  return {
    timed: (at) =>
      uuidVersion1({
        msecs: at.getTime(),
        nsecs: random.between(0, 9_999),
        clockseq: random.between(0, 16_383),
        node: random.bytes(6),
      }),
    random: () => uuidVersion4({ random: random.bytes(16) }),
  }
}
