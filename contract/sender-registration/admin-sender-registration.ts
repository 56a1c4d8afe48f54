import { z } from 'zod'
import { get, post, staff } from '#contract/call.ts'
import { idOf, moment, pageOf, pageSize } from '#contract/scalars.ts'
import { keysOf } from '#values/keys.ts'
import { limits } from '#values/limits.ts'
import { mainlandCarriers } from '#values/phone.ts'
import { type SenderRegistrationState, senderRegistrationStateNames } from './sender-registration.ts'

const carrier = z.enum(mainlandCarriers)
const state = z.enum(keysOf(senderRegistrationStateNames))
const audience = staff('senderRegistration.write')
const reason = z.string().trim().max(limits.remarkCharacters, `原因不能超过${limits.remarkCharacters}个字`)

const senderRegistration = z.object({ state, reason: z.string(), changedAt: moment.nullable() })
const filter = z.object({
  /** With a carrier: signatures whose registration with it is in this state; else with any of them. */
  state: state.optional(),
  carrier: carrier.optional(),
  /** Part of the signature, or of the account's name. */
  search: z.string().trim().max(50).optional(),
})

const answer = z.object({ carrier, state, reason })
const change = answer.extend({ accountId: idOf('account'), signatureId: idOf('signature') })
/** A refusal needs a reason: the customer must know what to do. */
const saysWhy = (one: { state: SenderRegistrationState; reason: string }) => one.state !== 'failed' || one.reason !== ''
const unsaid = { error: '报备失败须写明原因，客户会看到', path: ['reason'] }

/** A parsed row of a file of answers. */
const readRow = z.object({
  line: z.number().int(),
  /** As in the file. */
  given: z.object({ signature: z.string(), account: z.string(), carrier: z.string(), result: z.string(), reason: z.string() }),
  accountName: z.string().nullable(),
  /** The change; null: none, and `problem` says why. */
  change: change.extend({ before: state }).nullable(),
  problem: z.string().nullable(),
  /** Not a problem: the state is the same already. */
  isSame: z.boolean(),
})

/** Parses an uploaded file of the carriers' answers; nothing is changed yet. */
export const senderRegistrationFileRoute = {
  method: 'POST',
  path: '/api/admin/sender-registrations/read',
  summary: '读取报备结果文件',
  audience,
  fileNameHeader: 'x-file-name',
  answer: z.object({ fileName: z.string(), rows: z.array(readRow) }),
} as const

/** Pending registrations with a carrier, as the file to submit. */
export const pendingSenderRegistrationsRoute = {
  method: 'GET',
  path: '/api/admin/sender-registrations/pending',
  summary: '下载待报备的签名',
  audience,
  input: z.object({ carrier: carrier.optional() }),
} as const

export const adminSenderRegistrationCalls = {
  list: get('/api/admin/sender-registrations', '签名报备列表', audience, {
    input: filter.extend({ cursor: z.uuid().optional(), pageSize }),
    answer: pageOf(
      z.object({
        accountId: idOf('account'),
        accountName: z.string(),
        attestedName: z.string().nullable(),
        signatureId: idOf('signature'),
        text: z.string(),
        approvedAt: moment.nullable(),
        senderRegistrations: z.object({
          mobile: senderRegistration,
          unicom: senderRegistration,
          telecom: senderRegistration,
          broadnet: senderRegistration,
        }),
      }),
    ).extend({ /** Signatures in each state, with the chosen carrier or any. */ counts: z.record(state, z.number().int()) }),
  }),
  change: post('/api/admin/sender-registrations/change', '登记报备结果', audience, {
    input: z.object({
      accountId: idOf('account'),
      signatureId: idOf('signature'),
      /** Of one signature, each carrier once. */
      answers: z
        .array(answer.refine(saysWhy, unsaid))
        .min(1, '没有要登记的结果')
        .refine(answers => new Set(answers.map(one => one.carrier)).size === answers.length, '同一个运营商只能有一个结果'),
    }),
    refusals: ['not_found', 'sender_registration_signature_gone'],
    once: true,
  }),
  apply: post('/api/admin/sender-registrations/apply', '导入报备结果', audience, {
    input: z.object({
      fileName: z.string().max(200),
      changes: z.array(change.refine(saysWhy, unsaid)).min(1, '没有可以导入的行').max(limits.senderRegistrationFileRows),
    }),
    answer: z.object({ changedCount: z.number().int() }),
    refusals: ['not_found', 'sender_registration_signature_gone'],
    once: true,
  }),
}
