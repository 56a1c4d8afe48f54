/** The search over everything: the sources of all modules. */
export { findInAccount, findInAll } from './find.ts'
