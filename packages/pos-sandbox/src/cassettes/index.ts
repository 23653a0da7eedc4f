/** Recordings of a real account: record, replay, and compare with the sandbox. */
export { type Cassette, type Interaction, readCassette, UnreadableCassetteError, writeCassette } from "./cassette"
export { compare, type CallDifference, type Comparison } from "./compare"
export { describeComparison } from "./compare"
export { BadTargetError, readTargets } from "./replay"
export { record, type Recording, type RecordOptions, type Targets } from "./record"
export { replay, type Replay } from "./replay"
