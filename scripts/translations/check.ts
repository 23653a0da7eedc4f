import { reviewTexts } from "./review"

/**
 * `npm run check:translations` lists the texts that a language lacks, which are shown in English. It fails when a
 * text breaks the glossary (`glossary.json`) or quotes a label otherwise than it is translated, when an English sentence
 * is too long, or when a file cannot be read. The optional argument is a folder that is checked instead of `src`.
 */
const { missing, faults } = reviewTexts(process.argv[2])

process.stdout.write(
  missing.length === 0
    ? "Every text is translated.\n"
    : `${missing.length} texts are not translated and are shown in English:\n${missing.join("\n")}\n`
)

if (faults.length > 0) {
  process.stderr.write(
    `Could not accept ${faults.length} texts: their wording breaks the rules. Correct them, or add an exception with ` +
      `its reason to scripts/translations/glossary.json or sentences.ts.\n${faults.join("\n")}\n`
  )
  process.exitCode = 1
}
