import { z } from 'zod'
import { templateCalls, templateFileDoor } from '#contract/template.ts'
import { asAccount } from '#db/connect.ts'
import {
  copyTemplate,
  createTemplate,
  deleteTemplate,
  disableTemplate,
  editTemplate,
  enableTemplate,
  submitTemplate,
  urgeTemplate,
  withdrawTemplate,
} from '#domain/sms/template.ts'
import { importTemplates } from '#domain/sms/template-import.ts'
import { listTemplates, readTemplate } from '#domain/sms/template-list.ts'
import { tryTemplate } from '#domain/sms/template-trial.ts'
import type { App } from './app.ts'
import { byMember } from './by-member.ts'
import { requireMember } from './member.ts'
import { type Doors, handle } from './serve.ts'
import { serveTableDoor } from './table-door.ts'

export const templateHandlers = [
  handle(templateCalls.list, ({ tx, account }, input) => listTemplates(tx, account, input)),
  handle(templateCalls.one, ({ tx, account }, { templateId }) => readTemplate(tx, account, templateId)),
  handle(templateCalls.create, byMember(createTemplate)),
  handle(templateCalls.copy, byMember(copyTemplate)),
  handle(templateCalls.edit, byMember(editTemplate)),
  handle(templateCalls.submit, byMember(submitTemplate)),
  handle(templateCalls.withdraw, byMember(withdrawTemplate)),
  handle(templateCalls.urge, byMember(urgeTemplate)),
  handle(templateCalls.tryOut, byMember(tryTemplate)),
  handle(templateCalls.disable, byMember(disableTemplate)),
  handle(templateCalls.enable, byMember(enableTemplate)),
  handle(templateCalls.delete, byMember(deleteTemplate)),
]

/** A table of templates in. */
export const serveTemplateDoor = (app: App, doors: Doors): void =>
  serveTableDoor(
    app,
    templateFileDoor,
    request => requireMember(doors, request, templateFileDoor.audience.permission),
    async ({ account, member }, { fileName, bytes }) => {
      const by = { memberId: member.memberId, now: doors.now() }
      const rows = await asAccount(doors.db, account, tx => importTemplates(tx, account, { ...by, bytes }))
      return z.encode(templateFileDoor.answer, { fileName, rows })
    },
  )
