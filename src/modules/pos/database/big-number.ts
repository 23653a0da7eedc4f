import { z } from "@medusajs/framework/zod"

/** The column that Medusa keeps beside a number, for `expression`, an SQL expression of our own making. */
export const rawOf = (expression: string): string =>
  `CASE WHEN (${expression}) IS NULL THEN NULL
        ELSE jsonb_build_object('value', (${expression})::text, 'precision', 20) END`

/** A sum or column of minor units as PostgreSQL answers it: text of an integer. */
export const minorUnitsColumn = z.coerce.number().int()

/** As {@link minorUnitsColumn}, of a column that may be empty. */
export const nullableMinorUnitsColumn = z
  .union([z.string(), z.number()])
  .nullable()
  .transform((value) => (value === null ? null : Number(value)))

/** A moment as the driver gives it. */
export const momentColumn = z.coerce.date()

export const nullableMomentColumn = z
  .union([z.date(), z.string()])
  .nullable()
  .transform((value) => (value === null ? null : new Date(value)))
