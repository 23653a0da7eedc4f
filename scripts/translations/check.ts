import { compareTexts, listLanguages, readTexts, TEXT_FOLDERS } from "./texts"

/**
 * `npm run check:translations` lists the texts that a language lacks. They are shown in English, so it fails only when
 * a file cannot be read.
 */
const missing = TEXT_FOLDERS.flatMap((folder) => {
  const english = readTexts(folder, "en")
  return listLanguages(folder).flatMap((language) =>
    compareTexts(english, readTexts(folder, language), language).missing.map(
      (key) => `${folder}/${language}.json: ${key}`
    )
  )
})

process.stdout.write(
  missing.length === 0
    ? "Every text is translated.\n"
    : `${missing.length} texts are not translated and are shown in English:\n${missing.join("\n")}\n`
)
