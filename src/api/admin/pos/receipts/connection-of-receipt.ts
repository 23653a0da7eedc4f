import type { MedusaRequest } from "@medusajs/framework/http"
import type { PosModuleService } from "../../../../modules/pos/service"
import { pathId } from "../../../utils/schemas"

/** Returns the connection of the receipt in the path, for `connectionId`. */
export const connectionOfReceipt = async (
  request: MedusaRequest<unknown>,
  pos: PosModuleService
): Promise<string | null> => (await pos.listPosReceipts({ id: pathId(request) }))[0]?.connection_id ?? null
