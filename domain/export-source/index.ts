/** Export sources of lists, and the file formats CSV and XLSX. */
export { csvEncoder } from './csv.ts'
export { workbookOf } from './csv-workbook.ts'
export { earlier, maskedFacts, periodText, setFacts } from './facts.ts'
export type { FileEncoder } from './form.ts'
export { type ExportCell, type ExportColumn, type ExportPage, type ExportRows, type ExportSource, exportSource } from './source.ts'
export { xlsxForm } from './xlsx.ts'
export { type ZipEntry, zipDirectory, zipHeader } from './zip.ts'
