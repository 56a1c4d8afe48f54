import { contactLabelCalls } from './contact-label.ts'
import { contactRecipientCalls } from './contact-recipients.ts'
import { contactTaskCalls } from './contact-task.ts'
import { phonebookCalls } from './phonebook.ts'
import { uploadCalls } from './upload.ts'

/** Calls of this module of the customer console, by their nouns. */
export const customerCalls = {
  upload: uploadCalls,
  phonebook: phonebookCalls,
  contactLabel: contactLabelCalls,
  contactTask: contactTaskCalls,
  contactRecipient: contactRecipientCalls,
}
