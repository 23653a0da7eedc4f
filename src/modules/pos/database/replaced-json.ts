/** A class of its own, because Medusa's repositories merge plain objects only. */
class ReplacedJson {}

/**
 * Returns a JSON object that an update of a record stores as it is. Medusa's `update…` methods merge a plain object into
 * the stored one, so that members which the new object lacks would stay.
 */
export function replacedJson<Value extends object>(value: Value): Value {
  return Object.assign(new ReplacedJson(), value)
}
