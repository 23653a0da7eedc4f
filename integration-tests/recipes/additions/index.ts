import type { Recipe } from "../support/recipe"
import { alert } from "./alert"
import { event } from "./event"
import { fault } from "./fault"
import { job } from "./job"
import { language } from "./language"
import { mappedField } from "./mapped-field"
import { reason } from "./reason"
import { receiptColumn } from "./receipt-column"
import { report } from "./report"
import { setting } from "./setting"

/** The recipes in the order of docs/recipes.md. */
export const RECIPES: Recipe[] = [
  alert,
  event,
  setting,
  reason,
  receiptColumn,
  language,
  report,
  job,
  mappedField,
  fault,
]
