import { model } from "@medusajs/framework/utils"
import { SALES_DIMENSIONS } from "../../../vocabulary/report"

/**
 * What the receipts of a day came to, by something: sums that can be made again of the receipts at any time. Read and
 * written by SQL only (queries/sales); amounts in minor units with tax, refunds subtracted.
 */
export const PosSalesFigure = model
  .define("pos_sales_figure", {
    id: model.id({ prefix: "posfig" }).primaryKey(),
    connection_id: model.text(),
    dimension: model.enum([...SALES_DIMENSIONS]),
    /** of the organisation, ISO */
    day: model.text(),
    /** of the dimension: an hour ("09"), a variant's UUID, a name; what begins with a colon is a word of ours */
    key: model.text(),
    /** of a variant its product's UUID */
    parent: model.text().nullable(),
    /** of a variant its product's name, as the last receipt of the day has it */
    label: model.text().nullable(),
    /** of a variant its own name */
    variant: model.text().nullable(),
    currency_code: model.text(),
    sales: model.number(),
    refunds: model.number(),
    quantity: model.bigNumber().nullable(),
    gross: model.bigNumber().nullable(),
    tax: model.bigNumber().nullable(),
    discount: model.bigNumber().nullable(),
    tips: model.bigNumber().nullable(),
  })
  .indexes([{ on: ["connection_id", "dimension", "day"] }])
