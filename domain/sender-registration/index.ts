/** Sender ID registration: registration of signatures with the carriers (报备). */

export { changeFilings, filingHistory, filingStates, filingsOf, startFiling } from './filing.ts'
export { readFilingFile } from './filing-import.ts'
export { listFilings, pendingFilings } from './filing-list.ts'
