import { model } from "@medusajs/framework/utils"

/** How often something happened since the plugin was installed, counted by all processes of the shop. */
export const PosCounter = model.define("pos_counter", {
  /** the metric with its labels, as Prometheus writes them */
  id: model.text().primaryKey(),
  amount: model.bigNumber(),
})
