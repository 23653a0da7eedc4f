/** Selects the suites whose path from the repository begins with one of `suites`. @param end what follows it in the path */
export const pathsOf = (suites, end = "") => [`--testPathPattern=/(${suites.join("|")})${end}`]
