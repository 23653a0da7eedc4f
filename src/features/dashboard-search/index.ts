export { searchEntities } from "./search"
