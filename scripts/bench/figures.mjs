import { tsImport } from "tsx/esm/api"

// What a figure is to be stands in TypeScript, which tests and docs read, too.
const read = (name) => tsImport(`../../test-support/figures/${name}.ts`, import.meta.url)

export const { figureLines, shownFigure } = await read("figure-row")
export const { keepRun, placeOfRun } = await read("kept-runs")
export const { FIGURE_ROWS } = await read("rows/index")
