import { Module } from "@medusajs/framework/utils"
import { PosModuleService } from "./service"

/** The key of the module in Medusa's container. */
export const POS_MODULE = "pos"

declare module "@medusajs/framework/types" {
  interface ModuleImplementations {
    pos: PosModuleService
  }
}

export default Module(POS_MODULE, { service: PosModuleService })
