import { DIALECT_POINTS } from "../state/dialect"
import { POINT_DESCRIPTIONS, POINT_GROUPS } from "../state/dialect-points"

/** There is no such point of the dialect. */
class UnknownPointError extends Error {
  constructor(name: string) {
    super(`There is no point ${name}; pos-sandbox explain lists the points`)
    this.name = "UnknownPointError"
  }
}

/**
 * What the POS does at a point of the dialect, in each profile, and where it was seen.
 * @throws UnknownPointError
 */
export function explainPoint(name: string): string {
  const point = DIALECT_POINTS.find((known) => known.toLowerCase() === name.toLowerCase())
  if (!point) {
    throw new UnknownPointError(name)
  }
  const { group, label, spec, field, odd = "as field", seen } = POINT_DESCRIPTIONS[point]
  const title = POINT_GROUPS.find(([key]) => key === group)?.[1] ?? group
  return [
    `${point}: ${label} (${title})`,
    "",
    `spec   ${spec}`,
    `field  ${field}`,
    `odd    ${odd}`,
    "",
    `Seen in ${seen}.`,
    `Choose it with {"dialect": {"${point}": "field"}} in startSandbox, pos-sandbox.yaml or PATCH /_sandbox/settings.`,
  ].join("\n")
}

/** Every point of the dialect with what it is about, by group. */
export function listPoints(): string {
  const width = Math.max(...DIALECT_POINTS.map((point) => point.length))
  const groups = POINT_GROUPS.map(([key, title]) => {
    const points = DIALECT_POINTS.filter((point) => POINT_DESCRIPTIONS[point].group === key)
    const lines = points.map((point) => `  ${point.padEnd(width)}  ${POINT_DESCRIPTIONS[point].label}`)
    return [title, ...lines].join("\n")
  })
  return groups.join("\n\n")
}
