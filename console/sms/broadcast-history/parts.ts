import { lazyPart } from '#ui/chunk.ts'

/** Lazily loaded parts of the lists of broadcasts. */
export const BroadcastDetail = lazyPart('BroadcastDetail', () => import('./BroadcastDetail.tsx'))
export const AgainDialog = lazyPart('AgainDialog', () => import('./AgainDialog.tsx'))
