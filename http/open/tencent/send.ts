import { z } from 'zod'
import { fault, vendorErrorOf } from '#contract/open/vendor-error.ts'
import { serialNoOf, templateCodeOf } from '#contract/open/vendor-id.ts'
import { Refusal } from '#contract/refusals.ts'
import type { SentPhone } from '#domain/messages/index.ts'
import { itemOrThrow } from '#values/or-throw.ts'
import { parsePhone } from '#values/phone.ts'
import { type VendorContext, vendorAction } from '../vendor-action.ts'
import { signatureOfId } from '../vendor-text.ts'
import { requireApp, sdkAppId } from './app.ts'

const maxPhones = 200
const maxContextBytes = 512
const words = z.array(z.union([z.string(), z.number().transform(String)]))

export const sendActions = {
  SendSms: vendorAction(
    'send',
    {
      PhoneNumberSet: words.default([]),
      SmsSdkAppId: sdkAppId,
      TemplateId: z.union([z.string(), z.number().transform(String)]),
      SignName: z.string().optional(),
      TemplateParamSet: words.nullable().optional(),
      ExtendCode: z.string().nullable().optional(),
      SessionContext: z
        .string()
        .refine(text => Buffer.byteLength(text) < maxContextBytes, `须小于${maxContextBytes}字节`)
        .nullable()
        .optional(),
    },
    async (context, input) => {
      requireApp(context, input.SmsSdkAppId)
      const phones = input.PhoneNumberSet
      if (phones.length === 0) fault('phones_missing')
      if (phones.length > maxPhones) fault('phones_too_many', { limit: maxPhones })
      const foreign = phones.filter(isForeign).length
      if (foreign > 0 && foreign < phones.length) fault('phones_mixed')
      const signature = input.SignName || (await defaultSignature(context))
      // By position: the template's variables in the order of their first use in the text.
      const parameters = Object.fromEntries((input.TemplateParamSet ?? []).map((value, index) => [String(index + 1), value]))
      const extension = input.ExtendCode || undefined
      const sessionContext = input.SessionContext ?? ''
      const sent = await context.send({
        templateCode: templateCodeOf(input.TemplateId),
        recipients: phones.map(phone => ({ phone, signature, parameters, extension })),
        outId: sessionContext || undefined,
      })
      // Errors of the text or the balance are reported for each number, as programs expect.
      const outcomes = sent instanceof Refusal ? phones.map(phone => ({ phone, refusal: sent })) : sent.phones
      const statuses = outcomes.map((outcome, index) => statusOf(outcome, itemOrThrow(phones, index), sessionContext))
      // A phone that is named twice gets one message, which is charged once.
      const serials = statuses.map(status => status.SerialNo)
      return { SendStatusSet: statuses.map((status, index) => (serials.indexOf(status.SerialNo) < index ? { ...status, Fee: 0 } : status)) }
    },
  ),
}

const isForeign = (phone: string): boolean => {
  const parsed = parsePhone(phone)
  return 'problem' in parsed && parsed.problem === 'foreign'
}

async function defaultSignature({ caller: { account, defaultSignatureId }, read }: VendorContext): Promise<string> {
  if (defaultSignatureId === null) fault('parameter_missing', { name: 'SignName' })
  return read(async tx => (await signatureOfId(tx, account, defaultSignatureId)).text)
}

function statusOf(outcome: SentPhone, written: string, SessionContext: string) {
  const parsed = parsePhone(written)
  const isHome = 'phone' in parsed
  const shown = { PhoneNumber: isHome ? `+86${parsed.phone}` : outcome.phone, SessionContext, IsoCode: isHome ? 'CN' : '' }
  if ('messageId' in outcome)
    return { SerialNo: serialNoOf(outcome.messageId), ...shown, Fee: outcome.segmentCount, Code: 'Ok', Message: 'send success' }
  const { tencent: Code, tencentMessage: Message } = vendorErrorOf(outcome.refusal)
  return { SerialNo: '', ...shown, Fee: 0, Code, Message }
}
