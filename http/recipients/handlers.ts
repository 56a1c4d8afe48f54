import type { CustomerHandlerOptions } from '#http/server/handler-options.ts'
import type { Handler } from '#http/server/serve.ts'
import { contactLabelHandlers } from './contact-label.ts'
import { contactTaskHandlers } from './contact-task.ts'
import { phonebookHandlers } from './phonebook.ts'
import { uploadHandlers } from './upload.ts'

/** What this module answers in the customer console. */
export const customerHandlers = ({ files, shortLinkUrl }: CustomerHandlerOptions): readonly Handler[] => [
  ...phonebookHandlers,
  ...contactLabelHandlers,
  ...contactTaskHandlers(files),
  ...uploadHandlers(files, shortLinkUrl),
]
