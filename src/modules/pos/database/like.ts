/** A LIKE pattern for texts that contain `text`. */
export const containing = (text: string): string => `%${text.replace(/[\\%_]/g, "\\$&")}%`
