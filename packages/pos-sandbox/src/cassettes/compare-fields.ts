import { DECIMAL, ETAG, isWord, MOMENT, UUID } from "./cassette"

/** A field in which two answers differ: the formats that each side has, and an example of a single value. */
export type FieldDifference = {
  /** its path: `variants[].price.amount` */
  field: string
  /** formats of the recorded values, or `absent` */
  recorded: string
  /** formats of the sandbox's values, or `absent` */
  sandbox: string
  /** the first recorded value; undefined for an object, a list, and what is absent */
  recordedValue?: Scalar
  /** the first value of the sandbox */
  sandboxValue?: Scalar
}

type Scalar = string | number | boolean | null

const ABSENT = "absent"

/** The field of a whole answer. */
const WHOLE = "the whole"

type Fields = Map<string, unknown[]>

/**
 * Compares the shape of two answers: fields, types, formats of texts, and enum values. Other values are not compared,
 * and a list that is empty on one side is skipped.
 */
export function compareShapes(recorded: unknown, sandbox: unknown): FieldDifference[] {
  return compareAll("", "", [recorded], [sandbox])
}

function compareAll(path: string, name: string, recorded: unknown[], sandbox: unknown[]): FieldDifference[] {
  if (recorded.length === 0 || sandbox.length === 0) {
    return []
  }
  const [ours, theirs] = [getForms(name, sandbox), getForms(name, recorded)]
  const ownDeviation = [...ours].every((form) => !theirs.has(form))
    ? [describe(path || WHOLE, name, recorded, sandbox)]
    : []
  const items = compareAll(`${path}[]`, name, getItems(recorded), getItems(sandbox))
  return [...ownDeviation, ...items, ...compareFields(path, recorded, sandbox)]
}

function compareFields(path: string, recorded: unknown[], sandbox: unknown[]): FieldDifference[] {
  const [theirs, ours] = [getFields(recorded), getFields(sandbox)]
  if (!recorded.some(isObject) || !sandbox.some(isObject)) {
    return []
  }
  return [...new Set([...theirs.keys(), ...ours.keys()])].sort().flatMap((name) => {
    const [there, here] = [theirs.get(name), ours.get(name)]
    const field = path === "" ? name : `${path}.${name}`
    if (there && here) {
      return compareAll(field, name, there, here)
    }
    return [describe(field, name, there ?? [], here ?? [])]
  })
}

/** A difference with the formats and an example of both sides; a side without values is absent. */
function describe(field: string, name: string, recorded: unknown[], sandbox: unknown[]): FieldDifference {
  const [there, here] = [recorded, sandbox].map((values) =>
    values.length > 0 ? listed(getForms(name, values)) : ABSENT
  )
  return {
    field,
    recorded: there ?? ABSENT,
    sandbox: here ?? ABSENT,
    recordedValue: recorded.find(isScalar),
    sandboxValue: sandbox.find(isScalar),
  }
}

const isScalar = (value: unknown): value is Scalar =>
  value === null || ["string", "number", "boolean"].includes(typeof value)

/** Formats of which two values can be compared: all others are different in each account, or were redacted. */
const COMPARABLE = /^(number|boolean|decimal text|".*")$/

/**
 * Compares values at the same place of two answers: numbers, booleans, decimals as text, and enum values. Identifiers, times,
 * versions, addresses and other texts differ by nature, and different formats are reported by `compareShapes`. Objects
 * of a list are paired by `uuid`, other items by position.
 */
export function compareValues(recorded: unknown, sandbox: unknown, path = "", name = ""): FieldDifference[] {
  if (Array.isArray(recorded) && Array.isArray(sandbox)) {
    return getPairs(recorded, sandbox).flatMap(([there, here]) => compareValues(there, here, `${path}[]`, name))
  }
  if (isObject(recorded) && isObject(sandbox)) {
    const ours = new Map<string, unknown>(Object.entries(sandbox))
    return Object.entries(recorded).flatMap(([key, value]) =>
      ours.has(key) ? compareValues(value, ours.get(key), path === "" ? key : `${path}.${key}`, key) : []
    )
  }
  if (recorded === sandbox) {
    return []
  }
  const [there, here] = [getForm(name, recorded), getForm(name, sandbox)]
  const isComparable = COMPARABLE.test(there) && COMPARABLE.test(here) && !(OF_TIME.test(name) && there === "number")
  const isSameKind = there === here || (there.startsWith('"') && here.startsWith('"'))
  return isComparable && isSameKind ? [describe(path || WHOLE, name, [recorded], [sandbox])] : []
}

/** Numbers that are a time. */
const OF_TIME = /time|date|created|updated/i

function getPairs(recorded: unknown[], sandbox: unknown[]): [unknown, unknown][] {
  const byUuid = new Map(sandbox.map((item) => [getUuid(item), item]))
  const isPaired = recorded.every((item) => getUuid(item) !== null)
  return recorded.flatMap((item, index): [unknown, unknown][] => {
    const other: unknown = isPaired ? byUuid.get(getUuid(item)) : sandbox[index]
    return other === undefined ? [] : [[item, other]]
  })
}

const getUuid = (item: unknown) =>
  isObject(item) && "uuid" in item && typeof item.uuid === "string" ? item.uuid : null

const isObject = (value: unknown): value is object =>
  typeof value === "object" && value !== null && !Array.isArray(value)

const getItems = (values: unknown[]): unknown[] =>
  values.flatMap((value: unknown): unknown[] => (Array.isArray(value) ? value : []))

/** Fields of all objects. One that is named by a number has the name of its form: each receipt has other rates. */
function getFields(values: unknown[]): Fields {
  const fields: Fields = new Map()
  for (const value of values.filter(isObject)) {
    for (const [key, item] of Object.entries(value)) {
      const name = DECIMAL.test(key) ? `<${key.includes(".") ? "0.0" : "0"}>` : UUID.test(key) ? "<uuid>" : key
      fields.set(name, [...(fields.get(name) ?? []), item])
    }
  }
  return fields
}

const getForms = (name: string, values: unknown[]) => new Set(values.map((value) => getForm(name, value)))

const listed = (forms: Set<string>) => [...forms].sort().join(" or ")

function getForm(name: string, value: unknown): string {
  switch (typeof value) {
    case "string":
      return formOfText(name, value)
    case "object":
      return value === null ? "null" : Array.isArray(value) ? "list" : "object"
    default:
      return typeof value
  }
}

function formOfText(name: string, text: string): string {
  if (isWord(name, text)) {
    return JSON.stringify(text)
  }
  if (UUID.test(text)) {
    return "uuid"
  }
  if (MOMENT.test(text)) {
    return `time ${text.replace(/\d/g, "0").replace("-00:00", "+00:00").replace("-0000", "+0000")}`
  }
  if (/etag/i.test(name) && ETAG.test(text)) {
    return `${text.includes('"') ? "quoted" : "bare"} ${text === text.toUpperCase() ? "upper" : "lower"}-case text`
  }
  if (DECIMAL.test(text)) {
    return "decimal text"
  }
  return /^https?:/.test(text) ? "address" : "text"
}
