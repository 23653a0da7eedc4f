/** The languages that a receipt is printed in, those of the admin's texts. */
export const PAPER_LANGUAGES = ["da", "de", "en", "es", "fi", "fr", "it", "nb", "nl", "pt", "sv"] as const

export type PaperLanguage = (typeof PAPER_LANGUAGES)[number]
