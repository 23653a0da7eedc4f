/** What routes need of translate's words: an import of theirs goes through the workflows. */
export { type Overrides, overridesSchema } from "../../translate/overrides"
