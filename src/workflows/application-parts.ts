import type { ApplicationPart } from "../modules/pos/application-parts"
import { changeIndexesPart } from "./catch-up/make-change-indexes"
import { countRefusalsPart } from "./inbox/count-refusals"
import { keepCountsPart } from "./monitoring/keep-counts"
import { knownProvidersPart } from "./mirror/known-providers"
import { knownTablesPart } from "./queue/known-tables"
import { nameCounterOrdersPart } from "./mirror/name-counter-orders"
import { observeGaugesPart } from "./monitoring/observe-gauges"
import { ownClockPart } from "./catch-up/own-clock"
import { wakeInboxSoonPart } from "./inbox/wake-inbox-soon"

/** All parts of the application that run beside requests, in the order in which they start. */
export const APPLICATION_PARTS: ApplicationPart[] = [
  knownTablesPart,
  knownProvidersPart,
  changeIndexesPart,
  nameCounterOrdersPart,
  keepCountsPart,
  observeGaugesPart,
  countRefusalsPart,
  wakeInboxSoonPart,
  ownClockPart,
]
