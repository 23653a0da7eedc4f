import { call } from "../base/call"
import { h } from "../base/dom"
import { field, selectInput } from "../base/field"
import { guarded, say } from "../base/dialog"
import type { Dialect, DialectByPoint, DialectPoint, Settings } from "../types"

const GROUPS = [
  ["credentials", "Credentials and profile"],
  ["products", "Product library"],
  ["images", "Images"],
  ["webhooks", "Webhooks"],
  ["inventory", "Inventory"],
  ["money", "Purchases and account"],
] as const

type Group = (typeof GROUPS)[number][0]

/** Where the POS as observed differs from its specification: what is observed, in a few words. */
const POINTS: Record<DialectPoint, { group: Group; label: string }> = {
  clientId: { group: "credentials", label: "An unknown client id is invalid_client" },
  profile: { group: "credentials", label: "A profile always has its VAT percentage" },
  expiredTokenBody: { group: "credentials", label: "An expired token is named in the body too" },
  createAnswer: { group: "products", label: "A create answers no body" },
  updateAnswer: { group: "products", label: "An update answers 204" },
  existingProduct: { group: "products", label: "A create of what exists is refused" },
  lostUpdate: { group: "products", label: "Updates are guarded by If-Match" },
  etagForm: { group: "products", label: "An etag in a body has no quotes" },
  productShapes: { group: "products", label: "Answers show nulls, events leave them out" },
  productLimits: { group: "products", label: "Texts have their limits" },
  errorWords: { group: "products", label: "Errors in the words that were seen" },
  taxRates: { group: "products", label: "Tax rates only where there is sales tax" },
  importEnd: { group: "products", label: "A failed import is FINISHED_FAILED" },
  imageKeys: { group: "images", label: "One address, and a key without extension" },
  testMessage: { group: "webhooks", label: "Test messages with an object as payload" },
  clientUuid: { group: "webhooks", label: "A stock event names the key's client" },
  rateV3: { group: "inventory", label: "Four calls a second" },
  stockRow: { group: "inventory", label: "A balance is a number, of an inventory" },
  stockPages: { group: "inventory", label: "Stock comes in pages" },
  movements: { group: "inventory", label: "A movement sent twice moves twice" },
  stores: { group: "inventory", label: "Several stores, one of them the register's" },
  olderInventory: { group: "inventory", label: "The older version is gone" },
  groupedVat: { group: "money", label: "VAT by rate shows the turnover" },
  purchaseTypes: { group: "money", label: "Fields of a receipt in the types that were seen" },
  dateForms: { group: "money", label: "Links between pages carry full times" },
  financeShape: { group: "money", label: "Account answers are bare" },
}

const isPoint = (name: string): name is DialectPoint => name in POINTS

const POINT_NAMES = Object.keys(POINTS).filter(isPoint)

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
    return { name, input, element: field(POINTS[name].label, input) }
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
      points.filter(({ name }) => POINTS[name].group === key).map(({ element }) => element)
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
      GROUPS.map(([key, title]) => group(key, title))
    ),
    refresh: async () => show(await call("settings")),
  }
}

function chosen(dialect: DialectByPoint): Dialect | "mixed" {
  const kinds = new Set(POINT_NAMES.map((name) => dialect[name]))
  const [kind] = kinds
  return kinds.size === 1 && kind ? kind : "mixed"
}
