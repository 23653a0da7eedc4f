import type { LookupFunction } from "node:net"

/**
 * A resolver for sockets that fails unless each address of a name may be reached. The socket connects to what was
 * checked, so a name that resolves differently a moment later (DNS rebinding) gains nothing.
 * @param refuse makes the error with which the connection fails
 */
export function guardLookup(
  lookup: LookupFunction,
  mayReach: (address: string) => boolean,
  refuse: () => Error
): LookupFunction {
  return (hostname, options, callback) =>
    lookup(hostname, { ...options, all: true }, (error, answer, family) => {
      if (error) {
        return callback(error, answer, family)
      }
      const addresses = typeof answer === "string" ? [{ address: answer, family: family ?? 0 }] : answer
      const [first] = addresses
      if (!first || !addresses.every(({ address }) => mayReach(address))) {
        return callback(refuse(), "", 0)
      }
      return options.all ? callback(null, addresses) : callback(null, first.address, first.family)
    })
}
