import { plainTextSchema } from "./id-schema"

const LONGEST_NAME = 100

/** What a connection is filed under. */
export const groupNameSchema = plainTextSchema.trim().min(1).max(LONGEST_NAME)
