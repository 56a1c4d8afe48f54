/** Number segments, ported numbers, provinces, report codes of carriers. */
export { listCodes, listUnknown, removeCode, setCode } from './admin-code.ts'
export { cachedOperatorFinder, loadOperatorFinder, type OperatorFinder, portedOperators } from './number-segment.ts'
export { provinceOf } from './province.ts'
export { type CodeExplanation, countUnknownCodes, explainCodes, rejections } from './report-code.ts'
