import type { PagePath } from '#contract/pages.ts'
import type { PageKey } from '#ui/frame/page-keys.ts'

/** Keys of the most used pages, after G. */
export const pageKeys: readonly (PageKey & { path: PagePath })[] = [
  { letter: 'h', path: '/system/home' },
  { letter: 'b', path: '/sms/broadcast-task' },
  { letter: 'r', path: '/sms/broadcast-history' },
  { letter: 'd', path: '/sms/delivery' },
  { letter: 's', path: '/sms/smsTotal' },
  { letter: 't', path: '/sms/template' },
  { letter: 'p', path: '/sms/phonebook' },
  { letter: 'l', path: '/shorturl/manage' },
  { letter: 'a', path: '/sms/app-manage' },
  { letter: 'f', path: '/system/finance/overview' },
  { letter: 'i', path: '/system/finance/invoice' },
  { letter: 'n', path: '/notice' },
]
