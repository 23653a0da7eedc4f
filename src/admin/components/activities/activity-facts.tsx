import { useTexts } from "../../hooks/common/use-texts"
import type { Activity } from "../../lib/answers/activity"
import { factsOf } from "./facts-of"

/** Where the words for a fact's value stand, unless with a setting's. */
const VALUES: Partial<Record<string, string>> = {
  state: "states.connection",
  link_state: "states.link",
  bulk: "bulk.actions",
}

/** What was asked for and what became different, in a line each; of many the first, and all of them at hand. */
export const ActivityFacts = ({ activity }: { activity: Activity }) => {
  const { t } = useTexts()
  const words = {
    nothing: t("none"),
    all: t("activities.all"),
    nameOf: (name: string) =>
      t(`choices.${name}.label`, { defaultValue: t(`activities.facts.${name}`, { defaultValue: name }) }),
    valueOf: (name: string, value: string) =>
      t(`${VALUES[name] ?? `choices.${name}.options`}.${value}`, { defaultValue: value }),
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
    </div>
  )
}
