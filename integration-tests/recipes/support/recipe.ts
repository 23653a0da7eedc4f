/** Loads a module of the scratch copy. @param file below its root */
export type Load = (file: string) => ReturnType<NodeJS.Require>

/** What a recipe changes in a file: text is inserted after an anchor or replaces it, or the file is new. */
export type Edit =
  | { file: string; after: string; insert: string }
  | { file: string; replace: string; by: string }
  | { file: string; content: string }

/** A recipe of docs/recipes.md as it is performed against a scratch copy of the source. */
export type Recipe = {
  /** its heading in docs/recipes.md */
  title: string
  edits: Edit[]
  /** English texts of the admin by their key; other languages have none */
  texts?: Record<string, string>
  /** runs in the scratch copy, after all recipes were performed */
  see: (load: Load) => unknown
  /** what `see` must return, as JSON */
  expected: unknown
}
