/** A condition on a movement: with it the ledger took a level that was read of the counter. As its index says it. */
export const READ_MOVEMENT = "(natural_key LIKE 'baseline:%' OR natural_key LIKE 'difference:%')"
