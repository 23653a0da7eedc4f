import { type InterfaceName, INTERFACES } from "../http/interfaces"
import type { Targets } from "./record"

/** What was named as a target is none. */
export class BadTargetError extends Error {
  constructor(text: string) {
    super(
      `${text} is no target: https://… for all interfaces, or one of them with its own, such as purchases=https://…`
    )
    this.name = "BadTargetError"
  }
}

/**
 * Reads the targets of a command line: one address for all interfaces, or `interface=address` for each.
 * @throws BadTargetError
 */
export function readTargets(texts: readonly string[]): Targets {
  const [first = ""] = texts
  if (texts.length === 1 && isAddress(first)) {
    return first
  }
  const targets: Partial<Record<InterfaceName, string>> = {}
  for (const text of texts) {
    const [, name, address = ""] = /^([\w-]+)=(.*)$/.exec(text) ?? []
    const known = INTERFACES.find((one) => one === name)
    if (!known || !isAddress(address)) {
      throw new BadTargetError(text)
    }
    targets[known] = address
  }
  return targets
}

const isAddress = (text: string) => /^https?:\/\//.test(text) && URL.canParse(text)
