/** What is told piece by piece is drained in handfuls: a drain of one costs nearly what a drain of fifty does. */
export const BREATH_MS = 50

/** What is stored meanwhile needs no event of its own; under load there would be hundreds a second. */
export const BETWEEN_WAKINGS_MS = 25

/** The same of what only tells of products: an echo may wait, and the work for one is nearly that for a hundred. */
export const BETWEEN_ECHOES_MS = 1_000

/** Of all tills of a shop together: fifty that are told of their products at once would else be drained one by one. */
export const ECHO_DRAINS_PER_SECOND = 10

/** A burst of changes is let to end, which this much quiet tells, so that it becomes one call. */
export const QUIET_MS = 150

/** Some connections of a shop, of very many, are looked at together. */
export const CONNECTIONS_AT_ONCE = 8
