import { z } from 'zod'
import { member, staff } from '#contract/call.ts'
import type { Permission, StaffPermission } from '#contract/identity/permission.ts'
import { idOf } from '#contract/scalars.ts'
import { keysOf } from '#values/keys.ts'

/** Allowed kinds of private files, detected by their bytes. */
export const privateFileKinds = {
  jpg: { name: 'JPG', mediaType: 'image/jpeg' },
  png: { name: 'PNG', mediaType: 'image/png' },
  pdf: { name: 'PDF', mediaType: 'application/pdf' },
  ofd: { name: 'OFD', mediaType: 'application/ofd' },
  xml: { name: 'XML', mediaType: 'application/xml' },
} as const
export type PrivateFileKind = keyof typeof privateFileKinds
export const isPicture = (kind: PrivateFileKind): boolean => kind === 'jpg' || kind === 'png'

interface Purpose {
  /** Name for people. */
  name: string
  kinds: readonly PrivateFileKind[]
  /** Permission of members to upload and view it; null: only staff upload it. */
  write: Permission | null
  read: Permission
  staff: StaffPermission
  /** Whether a PDF may have embedded files: receipts of banks and invoices carry their data that way. */
  mayCarryFiles: boolean
}

const proofKinds = ['jpg', 'png', 'pdf'] as const

/**
 * Purposes of private files: who uploads and views them, and their kinds. Identity papers are visible only to those who
 * may upload them.
 */
export const privateFilePurposes = {
  attestation: {
    name: '实名认证材料',
    kinds: proofKinds,
    write: 'account.write',
    read: 'account.write',
    staff: 'customer.attest',
    mayCarryFiles: false,
  },
  'bank-slip': {
    name: '汇款回单',
    kinds: proofKinds,
    write: 'finance.write',
    read: 'finance.read',
    staff: 'payment.confirm',
    mayCarryFiles: true,
  },
  'invoice-title': {
    name: '专票资质材料',
    kinds: proofKinds,
    write: 'invoice.write',
    read: 'invoice.read',
    staff: 'invoice.manage',
    mayCarryFiles: false,
  },
  invoice: { name: '发票', kinds: ['pdf', 'ofd', 'xml'], write: null, read: 'invoice.read', staff: 'invoice.manage', mayCarryFiles: true },
} as const satisfies Record<string, Purpose>
export type PrivateFilePurpose = keyof typeof privateFilePurposes

const purpose = z.enum(keysOf(privateFilePurposes))
const kind = z.enum(keysOf(privateFileKinds))

/** A file in forms and lists. */
export const privateFile = z.object({ fileId: idOf('file'), kind, fileName: z.string(), byteCount: z.number().int() })

/** Upload of a file as bytes, before the form that it belongs to is saved; its URL-encoded name is in a header. */
export const privateFileRoute = {
  method: 'POST',
  path: '/api/private-files',
  summary: '上传私密文件',
  /** The purpose's own permission is required in addition. */
  audience: member(null),
  fileNameHeader: 'x-file-name',
  input: z.object({ purpose }),
  answer: privateFile,
} as const

/** Download of the processed file. */
export const privateFileReading = {
  method: 'GET',
  path: '/api/private-files/file',
  summary: '查看私密文件',
  audience: member(null),
  input: z.object({ fileId: idOf('file') }),
} as const

/** Upload by staff for an account: invoices. */
export const staffFileRoute = {
  method: 'POST',
  path: '/api/admin/private-files',
  summary: '上传客户文件',
  audience: staff(null),
  fileNameHeader: 'x-file-name',
  input: z.object({ purpose, accountId: idOf('account') }),
  answer: privateFile,
} as const

/** Pictures for staff, watermarked with their name and the time. `size=small`: for a list. */
export const staffFileReading = {
  method: 'GET',
  path: '/api/admin/private-files/file',
  summary: '查看客户文件',
  audience: staff(null),
  input: z.object({ accountId: idOf('account'), fileId: idOf('file'), size: z.enum(['small', 'whole']).default('whole') }),
} as const
