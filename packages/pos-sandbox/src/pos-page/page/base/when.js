import { session } from "./session.js"

/**
 * Reads a moment as purchases ("…+0000") and everything else write it.
 * @param {string | number | null | undefined} value
 */
function parseMoment(value) {
  return new Date(typeof value === "string" ? value.replace(/([+-]\d{2})(\d{2})$/, "$1:$2") : (value ?? NaN))
}

/**
 * A moment in the organization's time zone.
 * @param {string | number | null | undefined} value
 * @param {Intl.DateTimeFormatOptions} [form]
 */
export function when(value, form = { dateStyle: "medium", timeStyle: "short" }) {
  const date = parseMoment(value)
  const timeZone = session.organization?.timeZone ?? "UTC"
  return Number.isNaN(date.getTime()) ? "—" : new Intl.DateTimeFormat(undefined, { ...form, timeZone }).format(date)
}
