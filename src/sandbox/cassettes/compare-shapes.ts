import { DECIMAL, ETAG, isWord, MOMENT, UUID } from "./value-forms"

/** One field of an answer in which two services differ; each told as the forms that were seen. */
export type ShapeDifference = { field: string; recorded: string; sandbox: string }

const ABSENT = "absent"

type Fields = Map<string, unknown[]>

/**
 * Where two answers differ in what they are made of: fields, types, the forms of texts and the service's own words. What
 * differs in its value alone does not; a list that is empty on one side has nothing to compare.
 */
export function compareShapes(recorded: unknown, sandbox: unknown): ShapeDifference[] {
  return compareAll("", "", [recorded], [sandbox])
}

function compareAll(path: string, name: string, recorded: unknown[], sandbox: unknown[]): ShapeDifference[] {
  if (recorded.length === 0 || sandbox.length === 0) {
    return []
  }
  const [ours, theirs] = [formsOf(name, sandbox), formsOf(name, recorded)]
  const own = [...ours].every((form) => !theirs.has(form))
    ? [{ field: path || "the whole", recorded: listed(theirs), sandbox: listed(ours) }]
    : []
  const items = compareAll(`${path}[]`, name, itemsOf(recorded), itemsOf(sandbox))
  return [...own, ...items, ...compareFields(path, recorded, sandbox)]
}

function compareFields(path: string, recorded: unknown[], sandbox: unknown[]): ShapeDifference[] {
  const [theirs, ours] = [fieldsOf(recorded), fieldsOf(sandbox)]
  if (!recorded.some(isObject) || !sandbox.some(isObject)) {
    return []
  }
  return [...new Set([...theirs.keys(), ...ours.keys()])].sort().flatMap((name) => {
    const [there, here] = [theirs.get(name), ours.get(name)]
    const field = path === "" ? name : `${path}.${name}`
    if (there && here) {
      return compareAll(field, name, there, here)
    }
    return [
      {
        field,
        recorded: there ? listed(formsOf(name, there)) : ABSENT,
        sandbox: here ? listed(formsOf(name, here)) : ABSENT,
      },
    ]
  })
}

const isObject = (value: unknown): value is object =>
  typeof value === "object" && value !== null && !Array.isArray(value)

const itemsOf = (values: unknown[]): unknown[] =>
  values.flatMap((value: unknown): unknown[] => (Array.isArray(value) ? value : []))

/** Fields of all objects. One that is named by a number has the name of its form: each receipt has other rates. */
function fieldsOf(values: unknown[]): Fields {
  const fields: Fields = new Map()
  for (const value of values.filter(isObject)) {
    for (const [key, item] of Object.entries(value)) {
      const name = DECIMAL.test(key) ? `<${key.includes(".") ? "0.0" : "0"}>` : UUID.test(key) ? "<uuid>" : key
      fields.set(name, [...(fields.get(name) ?? []), item])
    }
  }
  return fields
}

const formsOf = (name: string, values: unknown[]) => new Set(values.map((value) => formOf(name, value)))

const listed = (forms: Set<string>) => [...forms].sort().join(" or ")

function formOf(name: string, value: unknown): string {
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
