/** What a real account answers: recorded without whom it belongs to, served again, and held against the sandbox. */
export { type Cassette, type Interaction, readCassette, UnreadableCassetteError, writeCassette } from "./cassette"
export { compare, type CallDifference, type Comparison } from "./compare"
export { describeComparison } from "./describe-comparison"
export { BadTargetError, readTargets } from "./read-targets"
export { record, type Recording, type RecordOptions, type Targets } from "./record"
export { replay, type Replay } from "./replay"
