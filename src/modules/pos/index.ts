import { Module } from "@medusajs/framework/utils"
import { PosModuleService } from "./service"

/** The key of the module in Medusa's container. */
export const POS_MODULE = "pos"

export default Module(POS_MODULE, { service: PosModuleService })
