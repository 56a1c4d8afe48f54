/**
 * Every path of the back office. The server answers unknown paths with 404, and the route table has a page for each.
 */
export const adminPaths = [
  '/',
  '/sign-in',
  '/set-up',
  '/reviews',
  '/attestations',
  '/sender-registration',
  '/words',
  '/link-reviews',
  '/links',
  '/link-reports',
  '/domains',
  '/blacklist',
  '/customers',
  '/channels',
  '/routes',
  '/segments',
  '/codes',
  '/bank',
  '/withdrawals',
  '/reconciliation',
  '/recharges',
  '/orders',
  '/refunds',
  '/approvals',
  '/ledger-health',
  '/invoices',
  '/invoice-titles',
  '/invoice-settings',
  '/packages',
  '/settings',
  '/statistics',
  '/phone-changes',
  '/staff',
  '/account',
  '/announcements',
  '/activity',
] as const
/** Pages for people who are not signed in. */
export const publicAdminPaths: readonly string[] = ['/sign-in', '/set-up']
export type AdminPath = (typeof adminPaths)[number]
