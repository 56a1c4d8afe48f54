import { z } from 'zod'
import { type SignatureKind, signatureKinds } from '#contract/content/signature.ts'
import type { SenderRegistrationState } from '#contract/sender-registration/sender-registration.ts'
import { deleteSignature } from '#domain/content/index.ts'
import { type ProgramSignature, programSignatures } from '#domain/messages/index.ts'
import { senderRegistrationsOf } from '#domain/sender-registration/index.ts'
import { formatChinaTime } from '#values/china-time.ts'
import { keysOf } from '#values/keys.ts'
import { vendorAction } from '../vendor-action.ts'
import { signatureOf, submitName, type WrittenSignature } from '../vendor-text.ts'
import { factLines, remarkFacts, remarkParts } from './remark.ts'
import { auditStates, listPage } from './word.ts'

/** Kinds of signatures, by Alibaba's SignSource. */
const kinds: Record<string, SignatureKind> = { '0': 'company', '1': 'website', '2': 'app', '3': 'channel', '4': 'shop', '5': 'trademark' }
/** Alibaba's RegisterStatus with the name of its reason. */
const registerStates: Record<SenderRegistrationState, { status: number; reason: string }> = {
  none: { status: -2, reason: 'NON_REGISTER' },
  pending: { status: -1, reason: 'REGISTERING' },
  filed: { status: 3, reason: 'DETECT_SUCCESS' },
  failed: { status: 0, reason: 'OTHERS_ERROR' },
}
/** Tag of signatures and templates: created by their owner, neither provided nor for trial. */
export const ownTag = 2

const written = {
  SignName: z.string(),
  SignSource: z.enum(keysOf(kinds), '须为0-5'),
  ThirdParty: z.stringbool().optional(),
  Remark: z.string().default(''),
  SignFileList: z.array(z.object({ FileContents: z.string() })).default([]),
  ...remarkFacts,
}
type Written = z.output<z.ZodObject<typeof written>>
const contentOf = ({ SignName, SignSource, ThirdParty = false, Remark, SignFileList, ...facts }: Written): WrittenSignature => ({
  text: SignName,
  kind: kinds[SignSource]!,
  isOthers: ThirdParty,
  remark: Remark,
  factLines: factLines(facts),
  files: SignFileList.map(file => file.FileContents),
})

const create = vendorAction('template', written, async (context, input) => {
  const { signatureId } = await submitName(context, contentOf(input))
  return { SignName: input.SignName, OrderId: signatureId }
})
const edit = vendorAction('template', written, async (context, input) => {
  const { signatureId } = await submitName(context, contentOf(input), tx => signatureOf(tx, context.caller.account, input.SignName))
  return { SignName: input.SignName, OrderId: signatureId }
})
const named = { SignName: z.string() }

export const signatureActions = {
  AddSmsSign: create,
  CreateSmsSign: create,
  ModifySmsSign: edit,
  UpdateSmsSign: edit,
  DeleteSmsSign: vendorAction('template', named, async ({ act, caller: { account } }, { SignName }) => {
    await act(async (tx, by) =>
      deleteSignature(tx, account, { ...by, signatureId: (await signatureOf(tx, account, SignName)).signatureId }),
    )
    return { SignName }
  }),
  QuerySmsSign: vendorAction('template', named, async ({ read, caller: { account } }, { SignName }) => {
    const { text, state, reason, createdAt } = await read(tx => signatureOf(tx, account, SignName))
    const shown = { SignName: text, SignStatus: auditStates[state].number, CreateDate: formatChinaTime(createdAt) }
    return { ...shown, ...(reason ? { Reason: reason } : {}) }
  }),
  GetSmsSign: vendorAction('template', named, async ({ read, caller: { account } }, { SignName }) => {
    const { senderRegistrations, ...one } = await read(async tx => {
      const signature = await signatureOf(tx, account, SignName)
      return { ...signature, senderRegistrations: await senderRegistrationsOf(tx, account, signature.signatureId) }
    })
    const { remark, facts } = remarkParts(one.remark)
    return {
      SignName: one.text,
      SignCode: one.extension,
      SignTag: String(ownTag),
      SignUsage: signatureKinds[one.kind],
      ThirdParty: one.purpose === 'other',
      SignStatus: auditStates[one.state].number,
      CreateDate: formatChinaTime(one.createdAt),
      OrderId: one.signatureId,
      Remark: remark,
      ApplyScene: facts.ApplySceneContent ?? '',
      AuditInfo: { ...(one.reviewedAt ? { AuditDate: formatChinaTime(one.reviewedAt) } : {}), RejectInfo: one.reason ?? '' },
      RegisterResult: senderRegistrations.every(({ state }) => state === 'filed')
        ? 1
        : senderRegistrations.some(({ state }) => state === 'failed')
          ? 0
          : -1,
      SignIspRegisterDetailList: senderRegistrations.map(({ carrier, state, reason, changedAt }) => ({
        OperatorCode: carrier,
        RegisterStatus: registerStates[state].status,
        RegisterStatusReasons: [{ ReasonCode: registerStates[state].reason, ReasonDescList: reason ? [reason] : [] }],
        ...(state === 'filed' && changedAt ? { OperatorCompleteTime: formatChinaTime(changedAt) } : {}),
      })),
    }
  }),
  QuerySmsSignList: vendorAction('template', listPage, async ({ read, caller: { account } }, { PageIndex, PageSize }) => {
    const page = { offset: (PageIndex - 1) * PageSize, limit: PageSize }
    const { total, rows } = await read(tx => programSignatures(tx, account, page))
    return { SmsSignList: rows.map(listed), TotalCount: total, CurrentPage: PageIndex, PageSize }
  }),
}

const listed = (one: ProgramSignature) => ({
  SignName: one.text,
  AuditStatus: auditStates[one.state].word,
  // Every signature serves messages of all kinds.
  BusinessType: '通用类型',
  CreateDate: formatChinaTime(one.createdAt),
  OrderId: one.signatureId,
  Reason: rejection(one),
})

/** The reason of a rejection as lists have it; other states say that there is none. */
export const rejection = ({ state, reason, reviewedAt }: Pick<ProgramSignature, 'state' | 'reason' | 'reviewedAt'>) =>
  state === 'rejected' && reviewedAt
    ? { RejectDate: formatChinaTime(reviewedAt), RejectInfo: reason ?? '', RejectSubInfo: '' }
    : { RejectInfo: nothingToSay }
export const nothingToSay = '无审批备注'
