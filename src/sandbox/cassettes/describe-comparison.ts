import type { Comparison } from "./compare"

/** A comparison for a terminal: each difference on a line of its own, the calls in which it was seen told once. */
export function describeComparison({ played, skipped, refused, differences }: Comparison): string {
  const byField = new Map<string, Set<string>>()
  for (const { call, field, recorded, sandbox } of differences) {
    const line = `${field}: recorded ${recorded}, sandbox ${sandbox}`
    byField.set(line, (byField.get(line) ?? new Set()).add(call))
  }
  return [
    `${played} calls played, ${skipped.length} skipped, ${differences.length} differences`,
    ...[...byField].flatMap(([line, calls]) => [`- ${line}`, ...[...calls].map((call) => `    ${call}`)]),
    ...(skipped.length > 0 ? ["Skipped:"] : []),
    ...skipped.map(({ call, reason }) => `- ${call}: ${reason}`),
    ...(refused.length > 0 ? ["Not taken by the sandbox:"] : []),
    ...refused.map((line) => `- ${line}`),
    "",
  ].join("\n")
}
