/** Acts that can be applied to several broadcasts at once. */
export const batchedActs = ['pause', 'resume', 'cancel'] as const
export type BatchedAct = (typeof batchedActs)[number]
