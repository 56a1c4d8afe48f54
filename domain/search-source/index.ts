/** Sources of the search over everything. */
export { type AdminSearchSource, noteOf, readSearch, type SearchHit, type SearchInput, type SearchSource } from './source.ts'
