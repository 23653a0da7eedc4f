import { type IssueKind, ISSUES, URGENCIES } from "../../contract/monitoring"

/**
 * Sorts issues by urgency, and those of one urgency by since when they exist: the oldest first, and those that were never
 * checked last. Equal issues keep their order.
 */
export function sortByUrgency<Found extends { kind: IssueKind; since: Date | null }>(issues: Found[]): Found[] {
  return [...issues].sort((left, right) => rank(left) - rank(right) || beginning(left) - beginning(right))
}

const rank = ({ kind }: { kind: IssueKind }) => URGENCIES.indexOf(ISSUES[kind].urgency)

const beginning = ({ since }: { since: Date | null }) => since?.getTime() ?? Number.MAX_SAFE_INTEGER
