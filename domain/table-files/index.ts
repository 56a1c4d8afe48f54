/** Reading tables that people upload: CSV, XLSX, vCard. */
export { estimateRows, fileRows, readShape } from './file-rows.ts'
export { countUploadRows, openUpload } from './opened.ts'
export type { Row } from './row.ts'
export { columnTitles, sampleOf, sampleRows } from './shape.ts'
export { type NamedRow, smallBody, smallTable } from './small-table.ts'
