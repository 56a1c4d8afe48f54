import { lazyPart } from '#ui/chunk.ts'

/** What the lists of broadcasts open: not loaded with them. */
export const BroadcastDetail = lazyPart('BroadcastDetail', () => import('./BroadcastDetail.tsx'))
export const AgainDialog = lazyPart('AgainDialog', () => import('./AgainDialog.tsx'))
