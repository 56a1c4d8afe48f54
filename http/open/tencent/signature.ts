import { z } from 'zod'
import type { ReviewState } from '#contract/content/review-state.ts'
import type { SignatureKind } from '#contract/content/signature.ts'
import { deleteSignature } from '#domain/content/index.ts'
import { programSignatures } from '#domain/messages/index.ts'
import { keysOf } from '#values/keys.ts'
import { type VendorContext, vendorAction } from '../vendor-action.ts'
import { signatureNumbered, submitName } from '../vendor-text.ts'
import { domestic, limit, offset, secondsOf } from './app.ts'

/** Kinds of signatures, by Tencent's SignType. */
const kinds: Record<string, SignatureKind> = {
  '0': 'company',
  '1': 'app',
  '2': 'website',
  '3': 'channel',
  '4': 'trademark',
  '5': 'company',
  '6': 'channel',
}
/** Review states, by Tencent's StatusCode. */
export const statusCodes: Record<ReviewState, number> = {
  unsent: -1,
  draft: -1,
  reviewing: 1,
  approved: 0,
  rejected: -1,
  disabled: -1,
  deleted: -1,
}

const number = z.coerce.number('须为整数').int('须为整数')
const written = {
  SignName: z.string(),
  SignType: z.coerce.string().pipe(z.enum(keysOf(kinds), '须为0-6')),
  International: domestic,
  SignPurpose: z.coerce.string().pipe(z.enum(['0', '1'], '须为0或1')),
  ProofImage: z.string().default(''),
  CommissionImage: z.string().default(''),
  Remark: z.string().default(''),
}
type Written = z.output<z.ZodObject<typeof written>>

async function submit(context: VendorContext, input: Written, signId?: number) {
  const { SignName: text, SignType, SignPurpose, ProofImage, CommissionImage, Remark: remark } = input
  const files = [ProofImage, CommissionImage].filter(image => image !== '')
  const content = { text, kind: kinds[SignType]!, isOthers: SignPurpose === '1', remark, files }
  const find =
    signId === undefined
      ? undefined
      : (tx: Parameters<typeof signatureNumbered>[0]) => signatureNumbered(tx, context.caller.account, signId)
  const { extension } = await submitName(context, content, find)
  return { SignId: Number(extension) }
}

export const signatureActions = {
  AddSmsSign: vendorAction('template', written, async (context, input) => ({ AddSignStatus: await submit(context, input) })),
  ModifySmsSign: vendorAction('template', { ...written, SignId: number }, async (context, input) => ({
    ModifySignStatus: await submit(context, input, input.SignId),
  })),
  DeleteSmsSign: vendorAction('template', { SignId: number }, async ({ act, caller: { account }, now }, { SignId }) => {
    await act(async (tx, by) =>
      deleteSignature(tx, account, { ...by, signatureId: (await signatureNumbered(tx, account, SignId)).signatureId }),
    )
    return { DeleteSignStatus: { DeleteStatus: 'return successfully!', DeleteTime: secondsOf(now) } }
  }),
  DescribeSmsSignList: vendorAction(
    'template',
    {
      International: domestic,
      SignIdSet: z.array(number).max(100, '最多100个').nullable().optional(),
      Limit: limit.default(10),
      Offset: offset.default(0),
    },
    async ({ read, caller: { account } }, { SignIdSet, Limit, Offset }) => {
      const wanted = SignIdSet?.length ? { extensions: SignIdSet.map(String), offset: 0, limit: 100 } : { offset: Offset, limit: Limit }
      const { rows } = await read(tx => programSignatures(tx, account, wanted))
      return {
        DescribeSignListStatusSet: rows.map(one => ({
          SignId: Number(one.extension),
          International: 0,
          StatusCode: statusCodes[one.state],
          ReviewReply: one.reason ?? '',
          SignName: one.text,
          CreateTime: secondsOf(one.createdAt),
        })),
      }
    },
  ),
}
