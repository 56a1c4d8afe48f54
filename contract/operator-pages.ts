/** Every path of the back office. The server answers unknown paths with 404, and the route table has a page for each. */
export const operatorPaths = [
  '/',
  '/sign-in',
  '/reviews',
  '/filing',
  '/words',
  '/blacklist',
  '/customers',
  '/channels',
  '/routes',
  '/segments',
  '/codes',
  '/packages',
  '/settings',
  '/activity',
] as const
export type OperatorPath = (typeof operatorPaths)[number]
