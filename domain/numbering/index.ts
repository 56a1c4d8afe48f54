/** Number segments, ported numbers, provinces, report codes of carriers. */
export { listCodes, listUnknown, removeCode, setCode } from './admin-code.ts'
export { type CarrierFinder, cachedCarrierFinder, loadCarrierFinder, portedCarriers } from './number-segment.ts'
export { provinceOf, regionOf } from './province.ts'
export { type CodeExplanation, countUnknownCodes, explainCodes, rejections } from './report-code.ts'
export { adminCodeSearch, codeSearch } from './search.ts'
