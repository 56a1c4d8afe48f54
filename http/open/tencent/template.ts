import { z } from 'zod'
import type { MessageKind } from '#contract/content/template-text.ts'
import { toNumbered } from '#contract/content/template-variable.ts'
import { templateNumberOf } from '#contract/open/vendor-id.ts'
import { deleteTemplate } from '#domain/content/index.ts'
import { programTemplates } from '#domain/messages/index.ts'
import { keysOf } from '#values/keys.ts'
import { type VendorContext, vendorAction } from '../vendor-action.ts'
import { submitText, templateOf } from '../vendor-text.ts'
import { domestic, limit, offset, secondsOf } from './app.ts'
import { statusCodes } from './signature.ts'

/** The message kind of a template, by Tencent's SmsType; 0 was its notice before there were three. */
const kinds: Record<string, MessageKind> = { '0': 'transactional', '1': 'marketing', '2': 'transactional', '3': 'otp' }
const names = { name: 'TemplateName', text: 'TemplateContent', remark: 'Remark' }

const number = z.coerce.number('须为整数').int('须为整数')
const written = {
  TemplateName: z.string(),
  TemplateContent: z.string(),
  SmsType: z.coerce.string().pipe(z.enum(keysOf(kinds), '须为1-3')),
  International: domestic,
  Remark: z.string().default(''),
}
type Written = z.output<z.ZodObject<typeof written>>

function submit(context: VendorContext, input: Written, templateId?: number) {
  const { TemplateName: name, TemplateContent: text, SmsType, Remark: remark } = input
  const find =
    templateId === undefined
      ? undefined
      : (tx: Parameters<typeof templateOf>[0]) => templateOf(tx, context.caller.account, String(templateId))
  return submitText(context, { name, text, kind: kinds[SmsType]!, remark }, names, find)
}

export const templateActions = {
  AddSmsTemplate: vendorAction('template', written, async (context, input) => {
    const { code } = await submit(context, input)
    return { AddTemplateStatus: { TemplateId: String(templateNumberOf(code)) } }
  }),
  ModifySmsTemplate: vendorAction('template', { ...written, TemplateId: number }, async (context, input) => {
    const { code } = await submit(context, input, input.TemplateId)
    return { ModifyTemplateStatus: { TemplateId: templateNumberOf(code) } }
  }),
  DeleteSmsTemplate: vendorAction('template', { TemplateId: number }, async ({ act, caller: { account }, now }, { TemplateId }) => {
    await act(async (tx, by) =>
      deleteTemplate(tx, account, { ...by, templateId: (await templateOf(tx, account, String(TemplateId))).templateId }),
    )
    return { DeleteTemplateStatus: { DeleteStatus: 'return successfully!', DeleteTime: secondsOf(now) } }
  }),
  DescribeSmsTemplateList: vendorAction(
    'template',
    {
      International: domestic,
      TemplateIdSet: z.array(number).max(100, '最多100个').nullable().optional(),
      Limit: limit.default(10),
      Offset: offset.default(0),
    },
    async ({ read, caller: { account } }, { TemplateIdSet, Limit, Offset }) => {
      const wanted = TemplateIdSet?.length
        ? { codes: TemplateIdSet.map(id => `SMS_${id}`), offset: 0, limit: 100 }
        : { offset: Offset, limit: Limit }
      const { rows } = await read(tx => programTemplates(tx, account, wanted))
      return {
        DescribeTemplateStatusSet: rows.map(one => ({
          TemplateId: templateNumberOf(one.code),
          International: 0,
          StatusCode: statusCodes[one.state],
          ReviewReply: one.reason ?? '',
          TemplateName: one.name,
          TemplateContent: toNumbered(one.text),
          CreateTime: secondsOf(one.createdAt),
        })),
      }
    },
  ),
}
