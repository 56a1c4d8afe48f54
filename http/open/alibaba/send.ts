import { z } from 'zod'
import { fault } from '#contract/open/vendor-error.ts'
import { bizIdOf, templateCodeOf } from '#contract/open/vendor-id.ts'
import { Refusal } from '#contract/refusals.ts'
import type { SendRecipient } from '#domain/messages/index.ts'
import { itemOrThrow } from '#values/or-throw.ts'
import { parsePhone, phoneProblemNames } from '#values/phone.ts'
import { type VendorContext, vendorAction } from '../vendor-action.ts'
import { jsonOf } from './json.ts'

const maxPhones = 1_000
const maxOwnTexts = 100

const values = z.record(z.string(), z.string())
const texts = z.array(z.string())
const outId = z.string().max(255, '最多255个字符').optional()

/** One text to many numbers, and one text for each number. */
export const sendActions = {
  SendSms: vendorAction(
    'send',
    {
      PhoneNumbers: z.string(),
      SignName: z.string(),
      TemplateCode: z.string(),
      TemplateParam: z.string().optional(),
      SmsUpExtendCode: z.string().optional(),
      OutId: outId,
    },
    (context, input) => {
      const phones = input.PhoneNumbers.split(',').flatMap(phone => phone.trim() || [])
      if (phones.length === 0) fault('phones_missing')
      if (phones.length > maxPhones) fault('phones_too_many', { limit: maxPhones })
      // One shared object for all recipients, so that it is validated once.
      const parameters = jsonOf('TemplateParam', values, input.TemplateParam ?? '{}')
      const { SignName: signature, SmsUpExtendCode: extension } = input
      return send(
        context,
        input,
        phones.map(phone => ({ phone, signature, parameters, extension })),
      )
    },
  ),
  SendBatchSms: vendorAction(
    'send',
    {
      PhoneNumberJson: z.string(),
      SignNameJson: z.string(),
      TemplateCode: z.string(),
      TemplateParamJson: z.string().optional(),
      SmsUpExtendCodeJson: z.string().optional(),
      OutId: outId,
    },
    (context, input) => {
      const phones = jsonOf('PhoneNumberJson', texts, input.PhoneNumberJson)
      if (phones.length === 0) fault('phones_missing')
      if (phones.length > maxOwnTexts) fault('phones_too_many', { limit: maxOwnTexts })
      const alike = <T>(name: string, list: T[]): T[] =>
        list.length === phones.length
          ? list
          : fault('parameter_invalid', { name, reason: `有${list.length}个值，须与${phones.length}个号码一一对应` })
      const signatures = alike('SignNameJson', jsonOf('SignNameJson', texts, input.SignNameJson))
      const { TemplateParamJson: parameterJson, SmsUpExtendCodeJson: extensionJson } = input
      const parameters = parameterJson && alike('TemplateParamJson', jsonOf('TemplateParamJson', z.array(values), parameterJson))
      const extensions = extensionJson && alike('SmsUpExtendCodeJson', jsonOf('SmsUpExtendCodeJson', texts, extensionJson))
      return send(
        context,
        input,
        phones.map((phone, index) => ({
          phone,
          signature: itemOrThrow(signatures, index),
          parameters: parameters ? itemOrThrow(parameters, index) : {},
          extension: (extensions ? extensions[index] : '') || undefined,
        })),
      )
    },
  ),
}

/**
 * Alibaba's answer has one code for all numbers: an invalid number refuses the request before anything is sent, and a
 * reason that refuses every number refuses it too.
 */
async function send(context: VendorContext, input: { TemplateCode: string; OutId?: string | undefined }, recipients: SendRecipient[]) {
  for (const { phone } of recipients) {
    const parsed = parsePhone(phone, 'anywhere')
    if ('problem' in parsed) throw new Refusal('phone_invalid', { phone, reason: phoneProblemNames[parsed.problem] })
  }
  const { TemplateCode, OutId: outId } = input
  const sent = await context.send({ templateCode: templateCodeOf(TemplateCode), recipients, outId })
  if (sent instanceof Refusal) throw sent
  const refused = sent.phones.flatMap(one => ('refusal' in one ? one.refusal : []))
  if (refused.length === sent.phones.length) throw refused[0]
  return { BizId: bizIdOf(sent.batchId) }
}
