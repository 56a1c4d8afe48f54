/** Documents: PDF, checks of uploaded files, private files, watermarks. */
export { checkFile } from './file-check.ts'
export {
  createDocument,
  formatPdfTime,
  keepTogether,
  type PdfDoc,
  type PdfRow,
  pdfBytes,
  writeFacts,
  writeHeading,
  writeTable,
  writeText,
  writeTitle,
  writeWatermark,
} from './pdf.ts'
export {
  claimPrivateFiles,
  type PrivateFile,
  readPrivateFile,
  readPrivateFileBytes,
  readPrivateFiles,
  releasePrivateFiles,
  removeLoosePrivateFiles,
  savePrivateFile,
  storePrivateFile,
} from './private-file.ts'
export { watermarked } from './watermark.ts'
