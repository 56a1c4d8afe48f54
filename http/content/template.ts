import { z } from 'zod'
import { templateCalls, templateFileRoute } from '#contract/content/template.ts'
import { asAccount } from '#db/connect.ts'
import { testSendTemplate } from '#domain/broadcast/index.ts'
import {
  copyTemplate,
  createTemplate,
  deleteTemplate,
  disableTemplate,
  editTemplate,
  enableTemplate,
  expediteTemplate,
  importTemplates,
  listTemplates,
  readTemplate,
  recordDeletion,
  submitTemplate,
  withdrawTemplate,
} from '#domain/content/index.ts'
import type { App } from '#http/server/app.ts'
import { byMember } from '#http/server/by-member.ts'
import { requireMember } from '#http/server/member.ts'
import { reversibly } from '#http/server/reversibly.ts'
import { handle, type Services } from '#http/server/serve.ts'
import { serveTableRoutes } from '#http/server/table-route.ts'

export const templateHandlers = [
  handle(templateCalls.list, ({ tx, account }, input) => listTemplates(tx, account, input)),
  handle(templateCalls.one, ({ tx, account }, { templateId }) => readTemplate(tx, account, templateId)),
  handle(templateCalls.create, byMember(createTemplate)),
  handle(templateCalls.copy, byMember(copyTemplate)),
  handle(templateCalls.edit, byMember(editTemplate)),
  handle(templateCalls.submit, byMember(submitTemplate)),
  handle(templateCalls.withdraw, byMember(withdrawTemplate)),
  handle(templateCalls.expedite, byMember(expediteTemplate)),
  handle(templateCalls.tryOut, byMember(testSendTemplate)),
  handle(templateCalls.disable, byMember(disableTemplate)),
  handle(templateCalls.enable, byMember(enableTemplate)),
  handle(templateCalls.delete, (context, { templateId }) => {
    const { tx, account, member, now } = context
    const remove = () => deleteTemplate(tx, account, { templateId, memberId: member.memberId, now: now() })
    return reversibly(context, act => recordDeletion(tx, account, { ...act, object: 'template', objectId: templateId }, remove))
  }),
]

/** Import of a table of templates. */
export const serveTemplateRoutes = (app: App, services: Services): void =>
  serveTableRoutes(
    app,
    templateFileRoute,
    request => requireMember(services, request, templateFileRoute.audience.permission),
    async ({ account, member }, { fileName, bytes }) => {
      const by = { memberId: member.memberId, now: services.now() }
      const rows = await asAccount(services.db, account, tx => importTemplates(tx, account, { ...by, bytes }))
      return z.encode(templateFileRoute.answer, { fileName, rows })
    },
  )
