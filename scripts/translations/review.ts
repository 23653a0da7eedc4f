import { excuses, findGlossaryFaults, type Glossary, type GlossaryFault, readGlossary } from "./glossary"
import { findMisquotedLabels } from "./quotes"
import { findLongSentences } from "./sentences"
import { compareTexts, listLanguages, readTexts, TEXT_FOLDERS } from "./texts"

type FolderReview = {
  missing: string[]
  glossaryFaults: (GlossaryFault & { file: string })[]
  misquotedLabels: string[]
  longSentences: string[]
}

function reviewFolder(folder: string, glossary: Glossary, source?: string): FolderReview {
  const english = readTexts(folder, "en", source)
  const languages = ["en", ...listLanguages(folder, source)].map((language) => ({
    language,
    file: `${folder}/${language}.json`,
    texts: readTexts(folder, language, source),
  }))
  return {
    missing: languages.flatMap(({ language, file, texts }) =>
      compareTexts(english, texts, language).missing.map((key) => `${file}: ${key}`)
    ),
    glossaryFaults: languages.flatMap(({ language, file, texts }) =>
      findGlossaryFaults(english, texts, language, glossary).map((fault) => ({ ...fault, file }))
    ),
    misquotedLabels: languages.flatMap(({ file, texts }) =>
      findMisquotedLabels(english, texts).map(({ key, problem }) => `${file}: ${key}: ${problem}`)
    ),
    longSentences: findLongSentences(english).map(({ key, problem }) => `${folder}/en.json: ${key}: ${problem}`),
  }
}

/**
 * Reviews the wording of all texts. `missing` texts are shown in English and are no faults. `faults` are texts that
 * break the glossary, exceptions that excuse nothing, labels that are quoted otherwise than they are translated, and
 * English sentences that are too long.
 * @param source the folder above those of the texts; default: `src`
 */
export function reviewTexts(source?: string): { missing: string[]; faults: string[] } {
  const glossary = readGlossary()
  const { exceptions } = glossary
  const reviews = TEXT_FOLDERS.map((folder) => reviewFolder(folder, glossary, source))
  const glossaryFaults = reviews.flatMap((review) => review.glossaryFaults)
  return {
    missing: reviews.flatMap(({ missing }) => missing),
    faults: [
      ...glossaryFaults
        .filter((fault) => !exceptions.some((exception) => excuses(exception, fault)))
        .map(({ file, key, problem }) => `${file}: ${key}: ${problem}`),
      ...exceptions
        .filter((exception) => !glossaryFaults.some((fault) => excuses(exception, fault)))
        .map(({ key, term }) => `glossary.json: the exception of "${term}" in ${key} excuses nothing: remove it`),
      ...reviews.flatMap(({ misquotedLabels, longSentences }) => [...misquotedLabels, ...longSentences]),
    ],
  }
}
