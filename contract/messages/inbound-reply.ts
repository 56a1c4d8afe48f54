import { z } from 'zod'
import { call, member } from '#contract/call.ts'
import { templateVariables } from '#contract/content/template.ts'
import { idOf } from '#contract/scalars.ts'
import { limits } from '#values/limits.ts'

/** Answers to inbound messages, with an approved transactional template, since free text would be unreviewed. */
export const inboundReplyCalls = {
  templates: call({
    method: 'GET',
    path: '/api/inbound/templates',
    summary: '可用于答复的模板',
    audience: member('message.read'),
    input: z.object({}),
    answer: z.object({
      rows: z.array(z.object({ templateId: idOf('template'), name: z.string(), text: z.string(), variables: templateVariables })),
    }),
    refusals: [],
  }),
  send: call({
    method: 'POST',
    path: '/api/inbound/reply',
    summary: '答复收到的短信',
    audience: member('broadcast.write'),
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
