import { v1 as uuidVersion1, v4 as uuidVersion4 } from "uuid"

/** Where new identifiers come from: by chance, or from a seed, so that seeded data is the same each time. */
export type Ids = {
  /** version 1, of a moment: what the service names things by */
  timed(at: Date): string
  /** version 4 */
  random(): string
}

export const randomIds: Ids = {
  timed: (at) => uuidVersion1({ msecs: at.getTime() }),
  random: () => uuidVersion4(),
}
