import { templateCalls } from '#contract/template.ts'
import {
  copyTemplate,
  createTemplate,
  deleteTemplate,
  disableTemplate,
  editTemplate,
  submitTemplate,
  withdrawTemplate,
} from '#domain/sms/template.ts'
import { listTemplates, readTemplate } from '#domain/sms/template-list.ts'
import { handle, type MemberContext } from './serve.ts'

const byMember = <Input>({ member, now }: MemberContext, input: Input) => ({ ...input, memberId: member.memberId, now: now() })

export const templateHandlers = [
  handle(templateCalls.list, ({ tx, account }, input) => listTemplates(tx, account, input)),
  handle(templateCalls.one, ({ tx, account }, { templateId }) => readTemplate(tx, account, templateId)),
  handle(templateCalls.create, (context, input) => createTemplate(context.tx, context.account, byMember(context, input))),
  handle(templateCalls.copy, (context, input) => copyTemplate(context.tx, context.account, byMember(context, input))),
  handle(templateCalls.edit, (context, input) => editTemplate(context.tx, context.account, byMember(context, input))),
  handle(templateCalls.submit, (context, input) => submitTemplate(context.tx, context.account, byMember(context, input))),
  handle(templateCalls.withdraw, (context, input) => withdrawTemplate(context.tx, context.account, byMember(context, input))),
  handle(templateCalls.disable, (context, input) => disableTemplate(context.tx, context.account, byMember(context, input))),
  handle(templateCalls.delete, (context, input) => deleteTemplate(context.tx, context.account, byMember(context, input))),
]
