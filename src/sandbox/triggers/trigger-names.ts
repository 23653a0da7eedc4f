import { EVENT_NAMES, type EventName, TEST_MESSAGE } from "../../pos-api/contract"

/** Every event that can be made to happen: those of the service, and its test message. */
export const TRIGGER_NAMES: readonly [TriggerName, ...TriggerName[]] = [TEST_MESSAGE, ...EVENT_NAMES]

export type TriggerName = EventName | typeof TEST_MESSAGE
