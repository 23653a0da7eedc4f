/** Has jest run the suites whose paths begin so. @param end what the paths go on with, if that is told */
export const pathsOf = (suites, end = "") => [`--testPathPattern=integration-tests/(${suites.join("|")})${end}`]
