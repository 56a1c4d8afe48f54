import type { CallAnswerWire } from '#contract/call.ts'
import { invoiceTitleCalls } from '#contract/invoicing/invoice-title.ts'
import type { TitleContent } from '#contract/invoicing/invoice-title-rule.ts'

export type TitleList = CallAnswerWire<typeof invoiceTitleCalls.list>
export type TitleRow = TitleList['rows'][number]
export type TitleOne = CallAnswerWire<typeof invoiceTitleCalls.one>

/** Answers that an act on a title outdates. */
export const titleAnswers = [invoiceTitleCalls.list, invoiceTitleCalls.one]

export interface TitleDraft extends TitleContent {
  /** Null: none was chosen. A file that was uploaded earlier has only its id. */
  proof: { fileId: string; fileName: string } | null
  isDefault: boolean
}

/** A new title starts with the attested name and credit code, the usual choice. */
export const emptyDraft = (attested: TitleList['attested']): TitleDraft => ({
  kind: attested?.kind ?? 'company',
  name: attested?.name ?? '',
  taxNumber: attested?.creditCode ?? '',
  address: '',
  phone: '',
  bankName: '',
  bankAccount: '',
  wantsSpecial: false,
  proof: null,
  isDefault: false,
})

export const draftOf = (row: TitleRow): TitleDraft => ({
  kind: row.kind,
  name: row.name,
  taxNumber: row.taxNumber,
  address: row.address,
  phone: row.phone,
  bankName: row.bankName,
  bankAccount: row.bankAccount,
  wantsSpecial: row.specialState !== 'none',
  proof: row.fileId ? { fileId: row.fileId, fileName: '已上传的证明' } : null,
  isDefault: row.isDefault,
})

export const inputOf = ({ proof, ...content }: TitleDraft) => ({ ...content, fileId: proof?.fileId ?? null })
