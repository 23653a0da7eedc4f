import { useTexts } from "../../hooks/common/use-texts"
import type { Activity } from "../../lib/answers/activity"
import { useChoiceNames } from "../../hooks/shop/use-choice-names"
import { Details } from "../common/details"
import { useSettingTexts } from "../settings/use-setting-texts"
import { factsOf } from "./facts-of"

/** Where the words for a fact's value are, unless with a setting's; the first that has them. */
const VALUES: Partial<Record<string, string[]>> = {
  state: ["states.connection", "states.run", "states.entry"],
  link_state: ["states.link"],
  bulk: ["bulk.actions"],
  action: ["runs.actions"],
  actions: ["states.plan"],
  decision: ["stock.decisions", "money.decisions"],
  kind: ["exports.kinds"],
  inclusion: ["product"],
  credentials: ["health.credentialKinds"],
  by: ["choices.selection.options"],
}

/** Ids of records: of Medusa and this plugin with a prefix, of the POS API as UUIDs. */
const ID = /^([a-z]+_[0-9A-Z]{20,}|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})$/i

/** What was asked for and what became different, in a line each; of many the first, and all of them at hand. */
export const ActivityFacts = ({ activity }: { activity: Activity }) => {
  const { t } = useTexts()
  const choiceName = useChoiceNames()
  const { textOf, isWorded } = useSettingTexts()
  const ids: string[] = []
  const nameOf = (name: string) => t([`choices.${name}.label`, `activities.facts.${name}`, "unknown"])
  const words = {
    nothing: t("none"),
    all: t("activities.all"),
    nameOf,
    valueOf: (name: string, value: string) => {
      if (ID.test(value)) {
        const known = choiceName(value)
        if (known !== value) {
          return known
        }
        ids.push(`${nameOf(name)}: ${value}`)
        return t("activities.record")
      }
      const places = VALUES[name]
      if (places) {
        return t([...places.map((place) => `${place}.${value}`), "unknown"])
      }
      return isWorded(name) ? textOf(name, value) : value
    },
    yes: t("yes"),
    no: t("no"),
  }
  const facts = factsOf(activity, words)
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
