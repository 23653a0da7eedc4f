import { getKeys } from "../../contract/keys"
import type { Connection } from "./answers/connection"

/** What can be done with several connections at once, and the state in which a connection takes part. */
const NEEDED_STATES = { pause: "active", resume: "paused", check: "active" } as const

export type SeveralAction = keyof typeof NEEDED_STATES

export const SEVERAL_ACTIONS = getKeys(NEEDED_STATES)

/** Which of the selected connections an action changes, which stay as they are, and the state that those lack. */
export function planAction(action: SeveralAction, selected: Connection[]) {
  const needed = NEEDED_STATES[action]
  return {
    needed,
    affected: selected.filter(({ state }) => state === needed),
    unaffected: selected.filter(({ state }) => state !== needed),
  }
}

/** How a change of one of several connections ended. `words`: what there is to say of it, often nothing. */
export type Outcome = { connection: Connection; words: string; error: unknown }

/** Calls at a time: browsers open six to a server, and the page needs some itself. */
const AT_A_TIME = 4

/**
 * Changes each connection, a few at a time, in their order. One that fails stops only itself; the outcomes are in the
 * order of the connections.
 */
export async function changeEach(
  connections: Connection[],
  change: (connection: Connection) => Promise<string>,
  onProgress: (done: number) => void
): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  const waiting = [...connections.entries()].values()
  let done = 0
  const work = async () => {
    for (const [index, connection] of waiting) {
      outcomes[index] = await tryChange(connection, change)
      done += 1
      onProgress(done)
    }
  }
  await Promise.all(Array.from({ length: AT_A_TIME }, work))
  return outcomes
}

async function tryChange(connection: Connection, change: (connection: Connection) => Promise<string>) {
  try {
    return { connection, words: await change(connection), error: null }
  } catch (error) {
    return { connection, words: "", error }
  }
}
