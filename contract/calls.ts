import * as account from './account/calls.ts'
import * as alert from './alert/calls.ts'
import * as apps from './apps/calls.ts'
import * as billing from './billing/calls.ts'
import * as blacklist from './blacklist/calls.ts'
import * as broadcast from './broadcast/calls.ts'
import type { Call } from './call.ts'
import * as closing from './closing/calls.ts'
import * as content from './content/calls.ts'
import * as exporting from './export/calls.ts'
import * as forbiddenWords from './forbidden-words/calls.ts'
import * as home from './home/calls.ts'
import * as identity from './identity/calls.ts'
import * as invoicing from './invoicing/calls.ts'
import * as links from './links/calls.ts'
import * as messages from './messages/calls.ts'
import * as monitoring from './monitoring/calls.ts'
import * as notification from './notification/calls.ts'
import * as onCall from './on-call/calls.ts'
import * as orders from './orders/calls.ts'
import * as payments from './payments/calls.ts'
import * as personalData from './personal-data/calls.ts'
import * as push from './push/calls.ts'
import * as recipients from './recipients/calls.ts'
import * as search from './search/calls.ts'
import * as senderRegistration from './sender-registration/calls.ts'
import * as staff from './staff/calls.ts'
import * as undo from './undo/calls.ts'
import * as unsubscribe from './unsubscribe/calls.ts'

/**
 * Every call of the customer console, by its noun. Tests iterate over these: tenants, roles, handlers, documentation.
 */
export const customerCalls: Record<string, Record<string, Call>> = {
  ...account.customerCalls,
  ...alert.customerCalls,
  ...apps.customerCalls,
  ...billing.customerCalls,
  ...blacklist.customerCalls,
  ...broadcast.customerCalls,
  ...closing.customerCalls,
  ...content.customerCalls,
  ...exporting.customerCalls,
  ...home.customerCalls,
  ...identity.customerCalls,
  ...invoicing.customerCalls,
  ...links.customerCalls,
  ...messages.customerCalls,
  ...notification.customerCalls,
  ...orders.customerCalls,
  ...payments.customerCalls,
  ...push.customerCalls,
  ...recipients.customerCalls,
  ...search.customerCalls,
  ...undo.customerCalls,
  ...unsubscribe.customerCalls,
}

/** Every call of the back office. */
export const adminCalls: Record<string, Record<string, Call>> = {
  ...account.adminCalls,
  ...apps.adminCalls,
  ...blacklist.adminCalls,
  ...content.adminCalls,
  ...forbiddenWords.adminCalls,
  ...home.adminCalls,
  ...invoicing.adminCalls,
  ...links.adminCalls,
  ...messages.adminCalls,
  ...monitoring.adminCalls,
  ...notification.adminCalls,
  ...onCall.adminCalls,
  ...orders.adminCalls,
  ...payments.adminCalls,
  ...personalData.adminCalls,
  ...search.adminCalls,
  ...senderRegistration.adminCalls,
  ...staff.adminCalls,
}
