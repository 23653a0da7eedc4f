import { z } from "zod"

/** A customer of the shop, as Medusa tells of them. */
export const customerSchema = z.looseObject({
  id: z.string(),
  email: z.string().nullable(),
  first_name: z.string().nullable(),
  last_name: z.string().nullable(),
})

/** `GET /admin/customers`, of Medusa itself */
export const customersAnswerSchema = z.looseObject({ customers: z.array(customerSchema) })

export type Customer = z.infer<typeof customerSchema>

/** What a customer is called; one without a name by their address. */
export const customerName = ({ id, email, first_name, last_name }: Customer): string =>
  [first_name, last_name].filter(Boolean).join(" ") || email || id
