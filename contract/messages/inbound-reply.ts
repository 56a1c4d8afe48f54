import { z } from 'zod'
import { get, member, post } from '#contract/call.ts'
import { templateVariables } from '#contract/content/template.ts'
import { idOf } from '#contract/scalars.ts'
import { limits } from '#values/limits.ts'

/** Answers to inbound messages, with an approved transactional template, since free text would be unreviewed. */
export const inboundReplyCalls = {
  templates: get('/api/inbound/templates', '可用于答复的模板', member('message.read'), {
    answer: z.object({
      rows: z.array(z.object({ templateId: idOf('template'), name: z.string(), text: z.string(), variables: templateVariables })),
    }),
  }),
  send: post('/api/inbound/reply', '答复收到的短信', member('broadcast.write'), {
    input: z.object({
      inboundId: idOf('inbound'),
      templateId: idOf('template'),
      parameters: z.record(z.string(), z.string().max(limits.cellCharacters)),
    }),
    answer: z.object({ messageId: idOf('message') }),
    refusals: [
      'not_found',
      'inbound_unanswerable',
      'account_frozen',
      'account_not_attested',
      'signature_not_approved',
      'template_not_approved',
      'template_unfit_answer',
      'parameter_missing',
      'parameter_invalid',
      'message_too_long',
      'phone_blacklisted',
      'frequency_exceeded',
      'balance_insufficient',
      'account_in_arrears',
      'spend_cap_reached',
      'channel_unavailable',
    ],
    once: true,
  }),
}
