import { ERROR_STATUSES, ERRORS } from "../../src/contract/errors"
import { table } from "./table"

/** The section of docs/reference/errors.md. */
export function errorSections(): Map<string, string> {
  const rows = Object.entries(ERRORS).map(([code, { type, meaning, remedy }]) => [
    `\`${code}\``,
    String(ERROR_STATUSES[type]),
    meaning,
    remedy,
  ])
  return new Map([["errors", table(["code", "status", "meaning", "what to do"], rows)]])
}
