import { call } from "../base/call"
import { POINT_DESCRIPTIONS, POINT_GROUPS } from "../../../state/dialect-points"
import { h } from "../base/dom"
import { field, selectInput } from "../base/field"
import { guarded, say } from "../base/dialog"
import type { Dialect, DialectByPoint, DialectPoint, Settings } from "../types"

const isPoint = (name: string): name is DialectPoint => name in POINT_DESCRIPTIONS

const POINT_NAMES = Object.keys(POINT_DESCRIPTIONS).filter(isPoint)

const PROFILES: readonly (readonly [Dialect, string])[] = [
  ["spec", "As specified"],
  ["field", "As observed"],
  ["odd", "With every oddity"],
]

const toProfile = (value: string): Dialect | undefined => PROFILES.find(([profile]) => profile === value)?.[0]

/**
 * Which service the sandbox is: one choice for all, and each point by itself. The controls stay where they are when
 * one of them changes, so that the keyboard keeps its place.
 */
export function dialectPanel() {
  const all = selectInput<Dialect | "mixed">([...PROFILES, ["mixed", "Mixed"]], "spec")
  // Nothing is mixed by a choice of all: that is what single points come to.
  Array.from(all.options).forEach((option) => (option.disabled = option.value === "mixed"))
  const points = POINT_NAMES.map((name) => {
    const input = selectInput(PROFILES, "spec")
    return { name, input, element: field(POINT_DESCRIPTIONS[name].label, input) }
  })
  const show = ({ dialect }: Settings) => {
    all.value = chosen(dialect)
    points.forEach(({ name, input }) => (input.value = dialect[name]))
  }
  const change = (dialect: Dialect | Partial<DialectByPoint>) =>
    void guarded(async () => {
      show(await call("settings", { method: "PATCH", body: { dialect } }))
      say("The setting is in force")
    })
  all.addEventListener("change", () => {
    const profile = toProfile(all.value)
    if (profile) {
      change(profile)
    }
  })
  points.forEach(({ name, input }) =>
    input.addEventListener("change", () => change({ [name]: toProfile(input.value) }))
  )
  const group = (key: string, title: string) =>
    h(
      "fieldset",
      {},
      h("legend", {}, title),
      points.filter(({ name }) => POINT_DESCRIPTIONS[name].group === key).map(({ element }) => element)
    )
  return {
    element: h(
      "section",
      { class: "card points", "aria-labelledby": "dialect-title" },
      h("h2", { id: "dialect-title" }, "Dialect"),
      field(
        "The POS answers",
        all,
        "As its specification says, as the running one was observed to, or with every oddity that was seen."
      ),
      POINT_GROUPS.map(([key, title]) => group(key, title))
    ),
    refresh: async () => show(await call("settings")),
  }
}

function chosen(dialect: DialectByPoint): Dialect | "mixed" {
  const kinds = new Set(POINT_NAMES.map((name) => dialect[name]))
  const [kind] = kinds
  return kinds.size === 1 && kind ? kind : "mixed"
}
