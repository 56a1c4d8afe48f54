/** Old months of messages as encrypted files: archived, attached again, searched and erased in for a phone's owner. */
export { archiveMonths, type MessageArchive } from './archive.ts'
export { type ArchivedMonth, attachMonth, hasArchive, listMonths, verifyArchive } from './attach.ts'
export { countArchivedByKey, reEncryptArchive } from './re-encrypt.ts'
export { OpenArchive } from './rewrite.ts'
