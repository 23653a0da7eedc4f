import type { InferTypeOf } from "@medusajs/framework/types"
import type { PosConnection } from "./models"

/** A connection as the module returns it. */
export type ConnectionRecord = InferTypeOf<typeof PosConnection>
