import { z } from "zod"

/** SQL for the raw column that Medusa keeps beside a number column. `expression` is trusted SQL, never user input. */
export const rawColumnSql = (expression: string): string =>
  `CASE WHEN (${expression}) IS NULL THEN NULL
        ELSE jsonb_build_object('value', (${expression})::text, 'precision', 20) END`

/** A sum or column of minor units. PostgreSQL returns it as integer text. */
export const minorUnitsColumn = z.coerce.number().int()

/** Same as {@link minorUnitsColumn}, for a nullable column. */
export const nullableMinorUnitsColumn = z
  .union([z.string(), z.number()])
  .nullable()
  .transform((value) => (value === null ? null : Number(value)))

/** A timestamp as the database driver returns it. */
export const momentColumn = z.coerce.date()

export const nullableMomentColumn = z
  .union([z.date(), z.string()])
  .nullable()
  .transform((value) => (value === null ? null : new Date(value)))
