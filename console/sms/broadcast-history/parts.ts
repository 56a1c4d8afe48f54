import { lazyPart } from '#ui/frame/chunk.ts'

/** Lazily loaded parts of the lists of broadcasts. */
export const BroadcastPage = lazyPart('BroadcastPage', () => import('./report/BroadcastPage.tsx'))
export const SharedReport = lazyPart('SharedReport', () => import('./report/SharedReport.tsx'))
export const AgainDialog = lazyPart('AgainDialog', () => import('./AgainDialog.tsx'))
