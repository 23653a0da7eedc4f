import { z } from "zod"
import { useTexts } from "../../hooks/common/use-texts"
import { useChoiceNames } from "../../hooks/store/use-store-choices"
import type { Activity } from "../../lib/answers/events"
import { formatDate, formatTime } from "../../lib/format/time"
import { Details } from "../common/section"
import { useSettingTexts } from "../settings/use-setting-texts"

type Words = {
  nothing: string
  all: string
  yes: string
  no: string
  nameOf: (name: string) => string
  valueOf: (name: string, value: string) => string
}

/** Records that were named: how many of them; null for all there are. */
const namedSchema = z.object({ count: z.number().nullable() })

/** A decision's facts as lines: `name: value` of what was asked for, `name: before → after` of what it changed. */
export function getFacts({ asked, before, after }: Activity, words: Words): string[] {
  const write = (name: string, value: unknown): string => {
    const namedRecords = namedSchema.safeParse(value)
    if (value === null || value === undefined || value === "") {
      return words.nothing
    }
    if (typeof value === "boolean") {
      return value ? words.yes : words.no
    }
    if (namedRecords.success) {
      return namedRecords.data.count === null ? words.all : String(namedRecords.data.count)
    }
    if (Array.isArray(value)) {
      return value.map((each: unknown) => write(name, each)).join(", ") || words.nothing
    }
    if (typeof value !== "string" && typeof value !== "number") {
      const parts = Object.entries(value).map(([part, within]) => `${words.nameOf(part)} ${write(part, within)}`)
      return parts.join(", ") || words.nothing
    }
    return words.valueOf(name, String(value))
  }
  return [
    ...Object.entries(asked ?? {}).map(([name, value]) => `${words.nameOf(name)}: ${write(name, value)}`),
    ...Object.entries(after ?? before ?? {}).map(
      ([name]) => `${words.nameOf(name)}: ${write(name, before?.[name])} → ${write(name, after?.[name])}`
    ),
  ]
}

/** Where the words for a fact's value are, unless with a setting's; the first that has them. */
const VALUES: Partial<Record<string, string[]>> = {
  state: ["states.connection", "states.run", "states.entry"],
  link_state: ["states.link"],
  bulk: ["bulk.actions"],
  action: ["runs.actions"],
  actions: ["states.plan"],
  decision: ["stock.decisions", "money.decisions", "held"],
  change_group: ["held.groups"],
  kind: ["exports.kinds"],
  kinds: ["fetch.kinds", "exports.kinds"],
  inclusion: ["product"],
  credentials: ["health.credentialKinds"],
  by: ["choices.selection.options"],
  data: ["disconnect.data"],
}

/** Ids of records: of Medusa and this plugin with a prefix, of the POS API as UUIDs. */
const ID = /^([a-z]+_[0-9A-Z]{20,}|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})$/i

/** A moment as `Date.prototype.toISOString` writes it, and a day of a calendar. */
const MOMENT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?Z$/
const DAY = /^\d{4}-\d{2}-\d{2}$/

/** Formats a moment or a day in the reader's language; other values stay as they are. */
export function formatFact(value: string, language: string, timeZone: string | null): string {
  if (MOMENT.test(value)) {
    return formatTime(value, language, timeZone)
  }
  return DAY.test(value) ? formatDate(value, language) : value
}

/** What was asked for and what became different, in a line each; of many the first, and all of them at hand. */
export const ActivityFacts = ({ activity, timeZone }: { activity: Activity; timeZone: string | null }) => {
  const { t, language } = useTexts()
  const choiceName = useChoiceNames()
  const { textOf, isWorded } = useSettingTexts()
  const ids: string[] = []
  const toName = (name: string) => t([`choices.${name}.label`, `activities.facts.${name}`, "unknown"])
  const words = {
    nothing: t("none"),
    all: t("activities.all"),
    nameOf: toName,
    valueOf: (name: string, value: string) => {
      if (ID.test(value)) {
        const knownChoice = choiceName(value)
        if (knownChoice !== value) {
          return knownChoice
        }
        ids.push(`${toName(name)}: ${value}`)
        return t("activities.record")
      }
      const places = VALUES[name]
      if (places) {
        const keys: string[] = places.flatMap((place) => [`${place}.${value}.label`, `${place}.${value}`])
        return t([...keys, "unknown"])
      }
      return isWorded(name) ? textOf(name, value) : formatFact(value, language, timeZone)
    },
    yes: t("yes"),
    no: t("no"),
  }
  const facts = getFacts(activity, words)
  return facts.length === 0 ? (
    <span>{words.nothing}</span>
  ) : (
    <div className="min-w-64 max-w-96 py-2">
      <ul className="line-clamp-3 whitespace-normal break-words" title={facts.join("\n")}>
        {facts.map((fact) => (
          <li key={fact}>{fact}</li>
        ))}
      </ul>
      {ids.length > 0 && <Details>{ids.join("\n")}</Details>}
    </div>
  )
}
